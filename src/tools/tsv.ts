import { cellText, type Table } from "./cell-text.ts";

/** A header line and one line per row, tab-separated in the manner of COPY: NULL is \N, so it differs from ''. */
export function toTsv({ columns, rows }: Table): string {
  return [columns.map((column) => column.name), ...rows]
    .map((line) => line.map((value) => (value === null ? "\\N" : cellText(value))).join("\t"))
    .join("\n");
}
