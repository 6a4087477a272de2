import type { RelationFacts } from "../catalog/overview-facts.ts";
import type { Draft } from "./compose-prompt.ts";
import { LARGE } from "./explore-drafts.ts";

/** Queries that compare the planner's beliefs with the rows. */
export function diagnoseDrafts(relations: readonly RelationFacts[]): readonly Draft[] {
  const countable = relations.filter(({ kind, rows }) => kind !== "foreign table" && (rows ?? 0) <= LARGE);
  const names = new Set(relations.map(({ name }) => name));
  return [
    ...countable.flatMap(rowCount).slice(0, 2),
    ...countable.flatMap((relation) => skew(relation, names)).slice(0, 2),
  ];
}

/** The number of rows, and how many lack each reference: what an inner join loses. */
function rowCount({ name, columns, foreignKeys }: RelationFacts): readonly Draft[] {
  const references = new Set(foreignKeys.flatMap((reference) => reference.columns));
  const optional = columns.filter((column) => column.nullable && references.has(column.name)).slice(0, 3);
  const nulls = optional.map(
    (column) => `, count(*) - count(${column.name}) AS without_${optional.indexOf(column) + 1}`,
  );
  const lost =
    optional.length === 0 ? "" : `; without_n: rows where ${optional.map((column) => column.name).join(", ")} is NULL`;
  return [{ purpose: `Rows of ${name}${lost}`, sql: `SELECT count(*) AS rows${nulls.join("")} FROM ${name}` }];
}

/** The most frequent values of a reference, of several tables one that joins them: where an average misleads the planner. */
function skew({ name, foreignKeys }: RelationFacts, names: ReadonlySet<string>): readonly Draft[] {
  const simple = foreignKeys.filter(({ columns }) => columns.length === 1);
  const reference = names.size > 1 ? simple.find(({ target }) => names.has(target)) : simple[0];
  if (reference === undefined) return [];
  const column = reference.columns.join();
  return [
    {
      purpose: `Most frequent ${column} in ${name}`,
      sql: `SELECT ${column}, count(*) AS rows FROM ${name} GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
    },
  ];
}
