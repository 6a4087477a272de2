import { styleText } from "node:util";
import { makeVisible } from "../../src/tools/visible-text.ts";
import { padToWidth, textWidth } from "./text-width.ts";

const GAP = "  ";
const ESCAPES = new Map([
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);

/** A value on one line: what would move the cursor or colour the terminal is written out. */
export function showCell(text: string): string {
  return makeVisible(text).replace(/[\t\n\r]/g, (character) => ESCAPES.get(character) ?? "");
}

/**
 * Rows under a header, columns as wide as their content needs. A column that is empty in every row is left out.
 * styleText leaves the header plain where stdout is no terminal or NO_COLOR is set.
 */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(showCell));
  const columns = header
    .map((title, index) => ({ title, cells: shown.map((row) => row[index] ?? "") }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
    .map(({ title, cells }) => ({ title, cells, width: Math.max(...[title, ...cells].map(textWidth)) }));
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => padToWidth(text, columns[index]?.width ?? 0))
      .join(GAP)
      .trimEnd();
  return [
    styleText("bold", line(columns.map(({ title }) => title))),
    ...rows.map((_, row) => line(columns.map(({ cells }) => cells[row] ?? ""))),
  ].join("\n");
}
