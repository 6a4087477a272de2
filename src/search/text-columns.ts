import type { SearchColumn, SearchTable } from "../catalog/search-table.ts";

/** What a column's text is to its row. */
export type TextRole = "title" | "content" | "default";

export interface TextColumn {
  readonly name: string;
  readonly role: TextRole;
  /** How much its words count; those of all the columns add up to 1. */
  readonly weight: number;
}

const TITLE = /(^|_)(title|name|heading|header|headline|subject|label)s?($|_)/i;
const CONTENT =
  /content|text|body|descr|detail|article|document|passage|message|comment|note|summary|question|answer|review|abstract/i;
/** Words of these columns are codes, addresses and the like: they identify, they do not tell. */
const CODE =
  /(^|_)(id|uuid|guid|key|code|sku|slug|url|uri|href|link|path|file|email|mail|phone|fax|hash|token|password|secret|status|state|type|kind|lang|language|locale|country|currency|ip|mime)($|_)/i;
const TITLE_COMMENT = /\b(title|heading|name)\b/i;
const weights: Readonly<Record<TextRole, number>> = { title: 0.3, content: 0.7, default: 0.5 };
/** Bytes: what is shorter on average labels a row, like a title; below and above the others weighs as titles and content. */
const LABEL = 16;
const SHORT = 100;
const LONG = 500;
const MAX_COLUMNS = 6;

/** The columns worth reading, titles first: no keys and no codes, unless there is nothing else. */
export function chooseTexts(table: SearchTable, wanted: ReadonlySet<string> = new Set()): readonly TextColumn[] {
  const all = table.columns.filter(({ kind }) => kind === "text");
  const others = all.filter(({ name }) => table.key?.includes(name) !== true);
  const prose = others.filter((column) => wanted.has(column.name) || !CODE.test(column.name));
  const chosen = [prose, others].find((columns) => columns.length > 0) ?? all;
  const best = chosen
    .map((column) => weigh(column, table.hasLongValues))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_COLUMNS);
  const total = best.reduce((sum, { weight }) => sum + weight, 0);
  return best
    .map(({ name, role, weight }) => ({ name, role, weight: weight / total }))
    .toSorted((a, b) => Number(b.role === "title") - Number(a.role === "title"));
}

function weigh(column: SearchColumn, hasLongValues: boolean): TextColumn {
  const { name, width = SHORT } = column;
  const role = roleOf(column);
  if (role !== "default") return { name, role, weight: weights[role] };
  // What is stored out of line makes a long text look short.
  if (width < SHORT && !hasLongValues) return { name, role, weight: weights.title };
  return { name, role, weight: width > LONG ? weights.content : weights.default };
}

function roleOf({ name, comment = "", width = LABEL }: SearchColumn): TextRole {
  if (TITLE.test(name)) return "title";
  if (CONTENT.test(name)) return "content";
  return width < LABEL || TITLE_COMMENT.test(comment) ? "title" : "default";
}
