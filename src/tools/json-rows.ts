import type { Table } from "./cell-text.ts";
import { visibleJson } from "./visible-json.ts";

/** One JSON array per line: first the column names, then each row's values. */
export function toJsonRows({ columns, rows }: Table): string {
  return [columns.map((column) => column.name), ...rows].map(visibleJson).join("\n");
}
