import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RowSet } from "../../src/db/row-set.ts";
import { toJsonRows } from "../../src/tools/json-rows.ts";
import { toMarkdownTable } from "../../src/tools/markdown-table.ts";
import { toTsv } from "../../src/tools/tsv.ts";
import { legible, shownText, tables, unescapeCell } from "../support/arbitrary-table.ts";

const invisible = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\p{Cs}]/u;

function oneColumn(...values: RowSet["rows"][number]): RowSet {
  return { columns: [{ name: "a", type: "text" }], rows: values.map((value) => [value]), truncated: false };
}

function shownCells({ columns, rows }: RowSet): (string | null)[][] {
  return [columns.map((column) => column.name), ...rows.map((row) => row.map(shownText))];
}

function parseTsv(text: string): (string | null)[][] {
  return text.split("\n").map((line) => line.split("\t").map((cell) => (cell === "\\N" ? null : unescapeCell(cell))));
}

/** Splits as GitHub does: at every pipe that no backslash escapes. */
function parseMarkdown(text: string): (string | null)[][] {
  const [header = "", rule = "", ...rows] = text.split("\n");
  expect(rule).toMatch(/^\|(?: --- \|)+$/);
  return [header, ...rows].map((line) => {
    const inside = /^\| ([^]*) \|$/.exec(line)?.[1] ?? "";
    const cells = inside.match(/(?:^|(?<= )\| )(?:\\[^]|[^\\|])*/g) ?? [];
    expect(legible(cells.join(""))).toBe(legible(inside));
    return cells
      .map((cell, index) => cell.slice(index === 0 ? 0 : 2, index === cells.length - 1 ? undefined : -1))
      .map((cell) => (cell === "*NULL*" ? null : unescapeCell(cell)));
  });
}

describe("TSV", () => {
  test("parses back to the same cells, headers included", () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(legible(parseTsv(toTsv(table)))).toBe(legible(shownCells(table)));
      }),
    );
  });

  test("shows every character that hides", () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(invisible.test(toTsv(table).replaceAll(/[\t\n]/g, ""))).toBe(false);
      }),
    );
  });

  test("tells NULL from its name and from nothing", () => {
    expect(toTsv(oneColumn(null, "\\N", "", "NULL"))).toBe("a\n\\N\n\\\\N\n\nNULL");
  });
});

describe("Markdown", () => {
  test("parses back to the same cells, headers included", () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(legible(parseMarkdown(toMarkdownTable(table)))).toBe(legible(shownCells(table)));
      }),
    );
  });

  test("leaves no value a way to become a link, an image, code or HTML", () => {
    const hostile = "![x](https://evil.example/?q=1) <img src=x> `code` **bold** _it_ &lt; ~~no~~ | new | cell";
    const [, , row = ""] = toMarkdownTable(oneColumn(hostile)).split("\n");
    expect(row.slice(2, -2).replaceAll(/\\[^]/g, "")).not.toMatch(/[`*~|<>[\]&_]/);
  });

  test("leaves ordinary names readable", () => {
    expect(toMarkdownTable(oneColumn("first_name", "a\\b", "two\nlines", null, "NULL"))).toBe(
      "| a |\n| --- |\n| first_name |\n| a\\\\b |\n| two\\nlines |\n| *NULL* |\n| NULL |",
    );
  });
});

describe("JSON lines", () => {
  test("parse back to the same values, headers included", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const lines = toJsonRows(table)
          .split("\n")
          .map((line) => JSON.parse(line) as unknown);
        expect(legible(lines)).toBe(legible([table.columns.map((column) => column.name), ...table.rows]));
      }),
    );
  });

  test("show every character that hides", () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(invisible.test(toJsonRows(table).replaceAll("\n", ""))).toBe(false);
      }),
    );
    expect(toJsonRows(oneColumn("\u{e0041}\u200b"))).toBe('["a"]\n["\\udb40\\udc41\\u200b"]');
  });
});
