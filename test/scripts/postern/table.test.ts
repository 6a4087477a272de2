import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderTable, showCell } from "../../../scripts/postern/table.ts";
import { textWidth, wrapText } from "../../../scripts/postern/text-width.ts";

// A terminal control, line breaks, wide letters and an emoji among plain ones.
const cell = fc.string({ unit: fc.constantFrom("a", "B", " ", "é", "漢", "😀", "\n", "\t", "\u001b", "\u202e", "|") });
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(fc.string({ unit: fc.constantFrom("A", "B"), minLength: 1 }), { minLength: width, maxLength: width }),
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    ),
  );

/** The part of a line from one terminal column to another. */
function between(line: string, start: number, end: number): string {
  let column = 0;
  let part = "";
  for (const character of line) {
    if (column >= start && column < end) part += character;
    column += textWidth(character);
  }
  return part;
}

test("every cell stands whole under its header, one row to a line, and nothing can move the cursor", () => {
  fc.assert(
    fc.property(tables, ([header, rows]) => {
      const kept = header.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== ""));
      const lines = stripVTControlCharacters(renderTable(header, rows)).split("\n");
      expect(lines).toHaveLength(rows.length + 1);
      let start = 0;
      for (const index of kept) {
        const cells = [header[index] ?? "", ...rows.map((row) => showCell(row[index] ?? ""))];
        const width = Math.max(...cells.map(textWidth));
        // Padding aside, what stands in the column is what was put there.
        const found = lines.map((line) => between(line, start, start + width).trimEnd());
        expect(found).toEqual(cells.map((text) => text.trimEnd()));
        start += width + 2;
      }
      for (const line of lines) expect(line).not.toMatch(/\p{Cc}|\u202e/u);
    }),
  );
});

test("leaves out a column that is empty in every row", () => {
  const table = stripVTControlCharacters(
    renderTable(
      ["ID", "ROLE", "LABEL"],
      [
        ["1", "", "x"],
        ["22", "", ""],
      ],
    ),
  );
  expect(table).toBe("ID  LABEL\n1   x\n22");
});

test("breaks text between words and loses none", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
      fc.integer({ min: 5, max: 40 }),
      (words, width) => {
        const lines = wrapText(words.join(" "), width);
        expect(lines.join(" ")).toBe(words.join(" "));
        for (const line of lines) expect(line.length <= width || !line.includes(" ")).toBe(true);
      },
    ),
  );
});
