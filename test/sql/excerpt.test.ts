import { expect, test } from "vitest";
import { excerptOf } from "../../src/sql/excerpt.ts";

test("points below the character, on its own line", () => {
  expect(excerptOf("SELECT 1\nFROM nope\nWHERE x", 15)).toBe("FROM nope\n     ^");
});

test("counts an emoji as one column", () => {
  expect(excerptOf("SELECT '😀', x", 14)).toBe(`SELECT '😀', x\n${" ".repeat(12)}^`);
});

test("shows only the part of a long line around the place", () => {
  const [line = "", caret = ""] = excerptOf(`SELECT ${"a, ".repeat(100)}nope FROM t`, 308).split("\n");
  expect(line.length).toBeLessThan(110);
  expect(line.slice(caret.length - 1)).toMatch(/^nope/);
});

test("points behind the end of the text when something is missing there", () => {
  expect(excerptOf("SELECT", 7)).toBe("SELECT\n      ^");
});
