import { type ColumnDetail, MAX_LABELS, type RelationDetail } from "../../catalog/relation-details.ts";
import { shortType } from "../../catalog/short-type.ts";

export interface TableDetail {
  /** How many columns to show at most, the most telling ones of them all. */
  readonly columns: number;
  readonly withComments: boolean;
}

/** A relation much as CREATE TABLE would make it, with what is said of it behind dashes. */
export function describeTable(
  relation: RelationDetail,
  { columns: most, withComments }: TableDetail,
  tellingWords: (column: ColumnDetail) => number,
): string {
  const { kind, name, comment, rows, key, foreignKeys, checks, columnCount } = relation;
  const columns = tellingColumns(relation, most, tellingWords);
  const shown = new Set(columns.map((column) => column.name));
  const isShown = (names: readonly string[]): boolean => names.every((column) => shown.has(column));
  const references = new Map(
    foreignKeys
      .filter((reference) => reference.columns.length === 1)
      .map((reference) => [reference.columns.join(), targetOf(reference)]),
  );
  const lines = [
    ...columns.map((column) => columnLine(column, key, references.get(column.name), withComments)),
    ...(key.length > 1 && isShown(key) ? [{ text: `PRIMARY KEY (${key.join(", ")})` }] : []),
    ...foreignKeys
      .filter((reference) => reference.columns.length > 1 && isShown(reference.columns))
      .map((reference) => ({ text: `FOREIGN KEY (${reference.columns.join(", ")}) ${targetOf(reference)}` })),
    ...(columns.length < columnCount ? [] : checks.map((check) => ({ text: check }))),
  ];
  const remarks = [
    ...(comment === null || !withComments ? [] : [comment]),
    ...(rows === null ? [] : [`about ${rows.toLocaleString("en-US")} rows`]),
    ...(columns.length < columnCount ? [`${String(columnCount - columns.length)} more columns not shown`] : []),
  ];
  const body = lines.map(({ text, remark }, index) => {
    const comma = index === lines.length - 1 ? "" : ",";
    return `  ${text}${comma}${remark === undefined ? "" : ` -- ${remark}`}`;
  });
  return [`${kind} ${name} (${remarks.length === 0 ? "" : ` -- ${remarks.join("; ")}`}`, ...body, ")"].join("\n");
}

interface Line {
  readonly text: string;
  readonly remark?: string;
}

const targetOf = ({ target, targetColumns }: RelationDetail["foreignKeys"][number]): string =>
  `REFERENCES ${target} (${targetColumns.join(", ")})`;

function columnLine(
  column: ColumnDetail,
  key: readonly string[],
  reference: string | undefined,
  withComments: boolean,
): Line {
  const { name, type, notNull, labels, comment, domain } = column;
  const remarks = [
    ...(labels === undefined ? [] : [`one of ${listOf(labels)}`]),
    ...(domain === undefined ? [] : [domain]),
    ...(comment === undefined || !withComments ? [] : [comment]),
  ];
  const always = notNull === true ? "NOT NULL" : undefined;
  const rule = key.length === 1 && key[0] === name ? "PRIMARY KEY" : always;
  const text = [name, shortType(type), rule, reference].filter((part) => part !== undefined);
  return { text: text.join(" "), ...(remarks.length === 0 ? {} : { remark: remarks.join("; ") }) };
}

const listOf = (labels: readonly string[]): string =>
  labels.length > MAX_LABELS ? `${labels.slice(0, MAX_LABELS).join(", ")}, …` : labels.join(", ");

/** All of them while they are few enough; else what the question mentions, then keys, then the first; in their order. */
function tellingColumns(
  { columns, key, foreignKeys }: RelationDetail,
  most: number,
  tellingWords: (column: ColumnDetail) => number,
): readonly ColumnDetail[] {
  if (columns.length <= most) return columns;
  const keys = new Set([...key, ...foreignKeys.flatMap((reference) => reference.columns)]);
  // A key counts like half a word.
  const rank = (column: ColumnDetail): number => tellingWords(column) + (keys.has(column.name) ? 0.5 : 0);
  const kept = new Set(columns.toSorted((a, b) => rank(b) - rank(a)).slice(0, most));
  return columns.filter((column) => kept.has(column));
}
