import type { Table } from "./cell-text.ts";
import { makeVisible } from "./visible-text.ts";

/** As JSON writes it: one \u escape for each UTF-16 unit. */
function jsonEscape(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** One JSON array per line: first the column names, then each row's values. */
export function toJsonRows({ columns, rows }: Table): string {
  return [columns.map((column) => column.name), ...rows]
    .map((line) => makeVisible(JSON.stringify(line), jsonEscape))
    .join("\n");
}
