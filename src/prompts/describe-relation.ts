import type { ColumnFacts, RelationFacts } from "../catalog/overview-facts.ts";
import { shortType } from "../catalog/short-type.ts";
import { count, counted, size } from "./amounts.ts";

/** How much is told of a relation; each level tells more than the one before. */
export const details = ["names", "columns", "comments"] as const;

/** Key columns to name; no sensible key has more. */
const MAX_KEY = 6;

export type Detail = (typeof details)[number];

/** A relation's lines: what it is, its columns, where its foreign keys lead, what its columns' comments say. */
export function describeRelation(relation: RelationFacts, detail: Detail): readonly string[] {
  if (detail === "names") return [titleOf(relation)];
  return [
    `${titleOf(relation)}${relation.comment === null ? "" : ` - ${relation.comment}`}`,
    ...(relation.columns.length === 0 ? [] : [`  ${columnList(relation)}`]),
    ...relation.foreignKeys.map(
      ({ columns, target, targetColumns }) => `  (${columns.join(", ")}) -> ${target} (${targetColumns.join(", ")})`,
    ),
    ...(detail === "comments" ? relation.columns.flatMap(commentLine) : []),
  ];
}

function titleOf(relation: RelationFacts): string {
  const { name, kind, bytes, partitions, partitionKey, key, rowSecurity, locked } = relation;
  const traits = [
    kind,
    rowsOf(relation),
    bytes === null ? undefined : size(bytes),
    partitions === null
      ? undefined
      : `${counted(partitions, "partition")}${partitionKey === null ? "" : ` by ${partitionKey}`}`,
    key === null ? undefined : `key (${[...key.slice(0, MAX_KEY), ...(key.length > MAX_KEY ? ["…"] : [])].join(", ")})`,
    rowSecurity ? "row security" : undefined,
    locked ? "locked now" : undefined,
  ];
  return `${name}: ${traits.filter((trait) => trait !== undefined).join(", ")}`;
}

/** The estimate in words; nothing for views, which have none. */
function rowsOf({ rows, kind }: RelationFacts): string | undefined {
  if (rows !== null) return `about ${count(rows)} ${rows === 1 ? "row" : "rows"}`;
  return kind === "view" || kind === "foreign table" ? undefined : "never analysed";
}

function columnList({ columns, columnCount }: RelationFacts): string {
  const listed = columns.map(({ name, type, nullable }) => `${name} ${shortType(type)}${nullable ? "?" : ""}`);
  const others = columnCount - columns.length;
  return [...listed, ...(others > 0 ? [`and ${counted(others, "more column")}`] : [])].join(", ");
}

function commentLine({ name, comment }: ColumnFacts): readonly string[] {
  return comment === null ? [] : [`  ${name}: ${comment}`];
}
