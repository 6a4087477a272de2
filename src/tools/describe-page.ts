import { cellText } from "./cell-text.ts";
import { fence } from "./fence.ts";
import { toJsonRows } from "./json-rows.ts";
import { toMarkdownTable } from "./markdown-table.ts";
import type { QueryArguments } from "./query-schema.ts";
import type { Page } from "./read-page.ts";
import { toTsv } from "./tsv.ts";

const formats = { tsv: toTsv, markdown: toMarkdownTable, json: toJsonRows } as const;
const MAX_NAMED_CELLS = 5;

/** The page's rows in the wanted form, fenced off as somebody else's words. */
export function tableOf(page: Page, format: QueryArguments["format"]): string {
  return fence(`${formats[format ?? "tsv"](page)}${cutsOf(page)}`);
}

/** What the tool answers beside its text. */
export function structureOf(page: Page): Record<string, unknown> {
  const { columns, rows, truncated, nextCursor, cutCells, streamedRows } = page;
  return {
    columns,
    rows,
    rowCount: rows.length,
    truncated,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(cutCells.length === 0 ? {} : { cutCells }),
    ...(streamedRows === undefined ? {} : { streamedRows }),
  };
}

/** Which rows these are and how to get the others, as it follows the row count. */
export function remainderOf(page: Page): string {
  const { streamedRows } = page;
  const known = `${spanOf(page)}${streamedRows === undefined ? "" : `, ${String(streamedRows)} streamed`}`;
  if (!page.truncated) return known;
  const unstable = page.ordered ? "" : "; add ORDER BY, or pages may overlap";
  const next = String(page.offset + page.rows.length);
  return `${known}, more available: use offset=${next} or nextCursor${unstable}`;
}

function spanOf({ offset, rows }: Page): string {
  if (offset === 0) return "";
  return rows.length === 0
    ? ` (none behind row ${String(offset)})`
    : ` (rows ${String(offset + 1)}-${String(offset + rows.length)})`;
}

/** Names the values that were shortened. Inside the fence, since column names are a stranger's words as well. */
function cutsOf({ cutCells }: Page): string {
  if (cutCells.length === 0) return "";
  const named = cutCells
    .slice(0, MAX_NAMED_CELLS)
    .map(
      ({ row, column, characters }) => `row ${String(row + 1)} ${cellText(column)} (${String(characters)} characters)`,
    );
  const others = cutCells.length > MAX_NAMED_CELLS ? ` and ${String(cutCells.length - MAX_NAMED_CELLS)} more` : "";
  return `\n\nValues cut: ${named.join(", ")}${others}. Read parts with substr(column::text, start, length).`;
}
