import type { JsonValue } from "../db/row-set.ts";
import { cellText, type Table } from "./cell-text.ts";

/** What Markdown reads as more than itself: cells, code, emphasis, links, images, HTML. snake_case is safe as it is. */
const active = /[`*~|<>[\]&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** NULL is in italics, which no value can be: the text 'NULL' is upright. */
function cell(value: JsonValue): string {
  return value === null ? "*NULL*" : cellText(value).replace(active, "\\$&");
}

function line(cells: readonly string[]): string {
  // The spaces matter: some parsers take a pipe right after a doubled backslash for an escaped one.
  return `| ${cells.join(" | ")} |`;
}

/** A GitHub-flavoured table. No value can leave its cell, or become a link or an image. */
export function toMarkdownTable({ columns, rows }: Table): string {
  return [
    line(columns.map((column) => cell(column.name))),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(row.map(cell))),
  ].join("\n");
}
