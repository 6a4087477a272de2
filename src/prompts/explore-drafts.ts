import type { ColumnFacts, RelationFacts } from "../catalog/overview-facts.ts";
import type { Draft } from "./compose-prompt.ts";

/** Beyond this many rows a full scan may not end within the statement's time. */
export const LARGE = 5_000_000;

/** Queries that show what the catalogue cannot: time spans, values, fan-out, keys of documents. Largest tables first. */
export function exploreDrafts(relations: readonly RelationFacts[]): readonly Draft[] {
  const stored = relations
    .filter(({ kind, rows }) => kind !== "view" && kind !== "foreign table" && (rows ?? 0) > 0)
    .toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
  return [
    ...stored.flatMap(timeSpan).slice(0, 2),
    ...stored.flatMap(fewValues).slice(0, 2),
    ...stored.flatMap((relation) => fanOut(relation, relations)).slice(0, 1),
    ...stored.flatMap(documentKeys).slice(0, 1),
  ];
}

const TIMES = new Set(["timestamptz", "timestamp", "date"]);

/** Columns that neither identify the row nor refer to another. */
function ownColumns({ columns, key, foreignKeys }: RelationFacts): readonly ColumnFacts[] {
  const references = new Set(foreignKeys.flatMap((reference) => reference.columns));
  return columns.filter(({ name }) => !references.has(name) && (key?.length !== 1 || key[0] !== name));
}

function timeSpan(relation: RelationFacts): readonly Draft[] {
  const { name, rows } = relation;
  const times = ownColumns(relation).filter(({ kind }) => TIMES.has(kind));
  const column = times.find(({ indexed }) => indexed) ?? times.find(({ nullable }) => !nullable) ?? times[0];
  if (column === undefined) return [];
  const large = (rows ?? 0) > LARGE;
  if (large && !column.indexed) return [];
  const counts = large ? "" : ", count(*) AS rows";
  return [
    {
      purpose: `Time span of ${name}`,
      sql: `SELECT min(${column.name}) AS first, max(${column.name}) AS last${counts} FROM ${name}`,
    },
  ];
}

function fewValues(relation: RelationFacts): readonly Draft[] {
  const { name, rows } = relation;
  const column = ownColumns(relation).find(hasFewValues);
  if (column === undefined) return [];
  const sample = (rows ?? 0) > LARGE ? " TABLESAMPLE SYSTEM (1)" : "";
  return [
    {
      purpose: `Values of ${column.name} in ${name}`,
      sql: `SELECT ${column.name}, count(*) AS rows FROM ${name}${sample} GROUP BY 1 ORDER BY 2 DESC LIMIT 30`,
    },
  ];
}

/** Labels, flags and codes; a long text with few values is a form letter, not a category. */
function hasFewValues({ enum: isEnum, distinct, category, width }: ColumnFacts): boolean {
  if (isEnum || category === "B") return true;
  return category === "S" && (width ?? 0) <= 16 && distinct !== null && distinct >= 2 && distinct <= 30;
}

/** How many rows of a table belong to one row of the table it refers to. */
function fanOut({ name, rows, foreignKeys }: RelationFacts, relations: readonly RelationFacts[]): readonly Draft[] {
  if ((rows ?? 0) > LARGE) return [];
  const reference = foreignKeys.find(({ columns, target }) => columns.length === 1 && target !== name);
  const parent = relations.find((relation) => relation.name === reference?.target);
  if (reference === undefined || parent === undefined || (parent.rows ?? 0) > LARGE) return [];
  return [
    {
      purpose: `How many rows of ${name} one row of ${parent.name} has`,
      sql: [
        "SELECT count(*) AS parents, count(child.n) AS with_children, round(avg(child.n), 1) AS average, max(child.n) AS most",
        `FROM ${parent.name} AS parent`,
        `LEFT JOIN (SELECT ${reference.columns.join()} AS ref, count(*) AS n FROM ${name} GROUP BY 1) AS child`,
        `ON child.ref = parent.${reference.targetColumns.join()}`,
      ].join("\n"),
    },
  ];
}

function documentKeys({ name, columns }: RelationFacts): readonly Draft[] {
  const column = columns.find(({ kind }) => kind === "jsonb");
  if (column === undefined) return [];
  return [
    {
      purpose: `Keys in ${column.name} of ${name}, in a thousand rows`,
      sql: [
        `SELECT key, count(*) AS rows FROM (SELECT ${column.name} AS document FROM ${name} LIMIT 1000) AS sample,`,
        "jsonb_object_keys(CASE jsonb_typeof(document) WHEN 'object' THEN document END) AS key",
        "GROUP BY 1 ORDER BY 2 DESC LIMIT 30",
      ].join("\n"),
    },
  ];
}
