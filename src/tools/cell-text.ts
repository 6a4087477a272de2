import type { JsonValue, RowSet } from "../db/row-set.ts";
import { makeVisible } from "./visible-text.ts";

/** What the text formats show of an answer. */
export type Table = Pick<RowSet, "columns" | "rows">;

/** What needs no escape whatever it is; most cells are such. */
const plain = /^[ -[\]-~]*$/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * A value on one line, with backslash escapes as COPY writes them and \u escapes for what does not show. Backslashes
 * are doubled, so the escapes can be undone exactly.
 */
export function cellText(value: Exclude<JsonValue, null>): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (plain.test(text)) return text;
  return makeVisible(text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character));
}
