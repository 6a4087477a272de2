import fc from "fast-check";
import { expect, test } from "vitest";
import { scoreBm25 } from "../../src/search/bm25.ts";
import { termsOf } from "../../src/search/terms.ts";
import { tokenize } from "../../src/search/tokenize.ts";
import { anyText } from "./any-text.ts";

test("adds the beginnings of long words, marked as such", () => {
  expect(termsOf("Returning the pans, order 1234567")).toEqual([
    "returning",
    "retur-",
    "the",
    "pans",
    "order",
    "1234567",
  ]);
});

test("holds every word of the text, in order", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(termsOf(text).filter((term) => !term.endsWith("-"))).toEqual(tokenize(text));
    }),
  );
});

test("finds another form of a word, and the same form better", () => {
  const [same = 0, other = 0, none = 0] = scoreBm25(
    termsOf("returned"),
    ["It was returned.", "We are returning it.", "It was kept."].map(termsOf),
  );
  expect(same).toBeGreaterThan(other);
  expect(other).toBeGreaterThan(0);
  expect(none).toBe(0);
});
