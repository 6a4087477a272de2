import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue, RowSet } from "../../src/db/row-set.ts";
import { fitRows } from "../../src/tools/fit-rows.ts";
import { legible, shownText, tables } from "../support/arbitrary-table.ts";

const limits = fc.record({ maxBytes: fc.nat({ max: 600 }), maxCellCharacters: fc.nat({ max: 60 }) });
const marker = /… \[cut: ([\d,]+) of ([\d,]+) characters\]$/;
const bytesOf = (row: readonly JsonValue[]): number => new TextEncoder().encode(JSON.stringify(row)).length;
const number = (text = ""): number => Number(text.replaceAll(",", ""));

/** Tables with cells long enough to be cut. */
const longTables = fc.tuple(tables, fc.integer({ min: 1, max: 60 })).map(([short, times]): RowSet => {
  const rows = short.rows.map((row) => row.map((value) => (typeof value === "string" ? value.repeat(times) : value)));
  return { columns: short.columns, rows, truncated: short.truncated };
});

function table(...rows: JsonValue[][]): RowSet {
  const columns = (rows[0] ?? []).map((_, index) => ({ name: "abc"[index] ?? "", type: "text" }));
  return { columns, rows, truncated: false };
}

test("only the first row may exceed the budget, and the rows left out are counted", () => {
  fc.assert(
    fc.property(longTables, limits, (result, limit) => {
      const { rows, dropped } = fitRows(result, limit);
      expect(rows.length + dropped).toBe(result.rows.length);
      if (result.rows.length > 0) expect(rows.length).toBeGreaterThan(0);
      const bytes = rows.map(bytesOf).reduce((sum, size) => sum + size, 0);
      if (rows.length > 1) expect(bytes).toBeLessThanOrEqual(limit.maxBytes);
    }),
  );
});

test("every cell is either untouched or listed, and what is cut is the value's beginning", () => {
  fc.assert(
    fc.property(longTables, limits, (result, limit) => {
      const { rows, cutCells } = fitRows(result, limit);
      const listed = [...cutCells];
      for (const [rowIndex, row] of rows.entries()) {
        for (const [index, value] of row.entries()) {
          const original = result.rows[rowIndex]?.[index] ?? null;
          if (value === original) continue;
          const whole = shownText(original) ?? "";
          const characters = Array.from(whole).length;
          const column = result.columns[index]?.name;
          expect(legible(listed.shift())).toBe(legible({ row: rowIndex, column, characters }));
          const cut = shownText(value) ?? "";
          const [mark = "", shown, all] = marker.exec(cut) ?? [];
          const beginning = cut.slice(0, -mark.length);
          expect(number(all)).toBe(characters);
          expect(number(shown)).toBeLessThanOrEqual(limit.maxCellCharacters);
          expect(legible(Array.from(whole).slice(0, number(shown)).join(""))).toBe(legible(beginning));
        }
      }
      expect(listed).toHaveLength(0);
    }),
  );
});

test("cuts long text at the cap and between whole characters", () => {
  const { rows, cutCells, dropped } = fitRows(table(["😀".repeat(12_345), "short"]), {
    maxBytes: 100_000,
    maxCellCharacters: 1000,
  });
  expect(rows).toEqual([[`${"😀".repeat(1000)}… [cut: 1,000 of 12,345 characters]`, "short"]]);
  expect(cutCells).toEqual([{ row: 0, column: "a", characters: 12_345 }]);
  expect(dropped).toBe(0);
});

test("an array or object over the cap becomes the beginning of its JSON", () => {
  const { rows } = fitRows(table([Array.from({ length: 500 }, (_, index) => index)]), {
    maxBytes: 100_000,
    maxCellCharacters: 10,
  });
  expect(rows).toEqual([["[0,1,2,3,4… [cut: 10 of 1,891 characters]"]]);
});

test("cuts the cells of a first row that alone is over the budget until it fits", () => {
  const long = "x".repeat(5000);
  const { rows, cutCells, dropped } = fitRows(table([long, 7, long], [1, 2, 3]), {
    maxBytes: 2000,
    maxCellCharacters: 4000,
  });
  expect(rows).toHaveLength(1);
  expect(bytesOf(rows[0] ?? [])).toBeLessThanOrEqual(2000);
  expect(bytesOf(rows[0] ?? [])).toBeGreaterThan(1900);
  expect(rows[0]?.[1]).toBe(7);
  expect(cutCells.map((cell) => cell.column)).toEqual(["a", "c"]);
  expect(dropped).toBe(1);
});

test("leaves a value alone when cutting would not make it shorter", () => {
  const { rows, cutCells } = fitRows(table(["x".repeat(25)]), { maxBytes: 10, maxCellCharacters: 20 });
  expect(rows).toEqual([["x".repeat(25)]]);
  expect(cutCells).toEqual([]);
});

test("has nothing to do for no rows", () => {
  expect(fitRows(table(), { maxBytes: 0, maxCellCharacters: 0 })).toEqual({ rows: [], cutCells: [], dropped: 0 });
});
