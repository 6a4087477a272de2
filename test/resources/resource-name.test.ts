import fc from "fast-check";
import { expect, test } from "vitest";
import { resourceName } from "../../src/resources/resource-name.ts";
import { storableText } from "../support/arbitrary-values.ts";

const names = storableText.filter((text) => text !== "");

test("keeps plain names as they are", () => {
  expect(resourceName("shop", "order_lines")).toBe("shop-order_lines");
});

test("makes a name of anything, of letters, digits, _ and - only", () => {
  fc.assert(
    fc.property(names, names, (schema, table) => {
      expect(resourceName(schema, table)).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
      expect(resourceName(schema, table)).toBe(resourceName(schema, table));
    }),
  );
});

test("tells apart what loses the same characters", () => {
  const all = [
    ["a", "b c"],
    ["a", "b.c"],
    ["a-b", "c"],
    ["a", "b-c"],
    ["a", "ü"],
    ["a", "ö"],
    ["a", "x".repeat(200)],
    ["a", "x".repeat(201)],
  ] as const;
  expect(new Set(all.map(([schema, table]) => resourceName(schema, table))).size).toBe(all.length);
});
