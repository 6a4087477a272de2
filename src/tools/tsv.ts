import type { JsonValue, RowSet } from "../db/row-set.ts";

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** One cell in the manner of COPY: NULL is \N, so it differs from the empty string. */
function cell(value: JsonValue): string {
  if (value === null) return "\\N";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** A header line and one line per row, tab-separated. */
export function toTsv({ columns, rows }: RowSet): string {
  return [columns.map((column) => column.name), ...rows].map((line) => line.map(cell).join("\t")).join("\n");
}
