import { completeTableName } from "../catalog/complete-names.ts";
import { readOverview, type Purpose } from "../catalog/overview.ts";
import type { RelationFacts } from "../catalog/overview-facts.ts";
import type { Complete } from "../context.ts";
import { visibleFacts } from "../tools/visible-facts.ts";
import { matching, readerOf } from "./complete-arguments.ts";
import { proseColumns } from "./search-columns.ts";

const MAX_TABLES = 4;
/** Of a shorter word too many names would do. */
const MIN_WORD = 2;

/** Offers beginnings about the tables that matter most for the purpose. */
function completeBeginning(purpose: Purpose, begin: (relation: RelationFacts) => readonly string[]): Complete {
  return async (context, typed, given) => {
    const request = { purpose, relations: MAX_TABLES, columns: 30 };
    const { relations } = await readOverview(readerOf(context, given), context.tenant.policy, request);
    return matching(visibleFacts(relations).flatMap(begin), typed);
  };
}

/** Offers beginnings, and from the second word on the name of the table that is being typed. */
function completeSentence(purpose: Purpose, begin: (relation: RelationFacts) => readonly string[]): Complete {
  const beginning = completeBeginning(purpose, begin);
  return async (context, typed, given) => {
    const [word = ""] = /[^\s(),;]*$/.exec(typed) ?? [];
    const before = typed.slice(0, typed.length - word.length);
    const begun = await beginning(context, typed, given);
    if (begun.length > 0 || word.length < MIN_WORD) return begun;
    const names = await completeTableName(readerOf(context, given), context.tenant.policy, word);
    return names.map((name) => `${before}${name}`);
  };
}

/** The table's name as words. */
const spoken = ({ name, schema }: RelationFacts): string =>
  name
    .slice(schema.length + 1)
    .replaceAll('"', "")
    .replaceAll("_", " ");

export const completeSearchText = completeBeginning("search", (relation) =>
  proseColumns(relation).length === 0 ? [] : [`${spoken(relation)} about `],
);

export const completeIssue = completeSentence("diagnose", ({ name }) => [
  `A query on ${name} is slow: `,
  `A query on ${name} returns too few rows: `,
  `A query on ${name} returns rows twice: `,
]);

export const completeQuery = completeSentence("diagnose", ({ name }) => [
  `SELECT count(*) FROM ${name} WHERE `,
  `SELECT * FROM ${name} WHERE `,
]);

export const completeRequirements = completeSentence("design", ({ name }) => [
  `Extend ${name} with `,
  `A new table that refers to ${name} and holds `,
]);
