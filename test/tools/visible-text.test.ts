import fc from "fast-check";
import { expect, test } from "vitest";
import { makeVisible } from "../../src/tools/visible-text.ts";
import { anyText, legible, unescapeCell } from "../support/arbitrary-table.ts";

test.each([
  ["zero-width space", "a\u200bb", "a\\u200bb"],
  ["joiners", "\u200c\u200d", "\\u200c\\u200d"],
  ["bidi controls", "\u202eevil\u2069\u200f\u061c", "\\u202eevil\\u2069\\u200f\\u061c"],
  ["soft hyphen, word joiner and BOM", "\u00ad\u2060\ufeff", "\\u00ad\\u2060\\ufeff"],
  ["line and paragraph separators", "\u2028\u2029", "\\u2028\\u2029"],
  ["C0, DEL and C1", "\0\u001b[31m\u007f\u009b\u0085", "\\u0000\\u001b[31m\\u007f\\u009b\\u0085"],
  ["interlinear annotation", "\ufff9\ufffb", "\\ufff9\\ufffb"],
  ["fillers that look like nothing", "\u3164\uffa0\u115f", "\\u3164\\uffa0\\u115f"],
  ["tags", "\u{e0001}\u{e0041}", "\\u{e0001}\\u{e0041}"],
  ["selectors that spell a message", "😀\u{e0100}\ufe00", "😀\\u{e0100}\\ufe00"],
  ["more selectors than one", "\ufe0fa\ufe0f\ufe0e", "\\ufe0fa\ufe0f\\ufe0e"],
  ["half surrogates", "\ud83d \ude00", "\\ud83d \\ude00"],
])("%s are written out", (_, text, visible) => {
  expect(makeVisible(text)).toBe(visible);
});

test.each([
  "plain, with \t \n \r left to the format",
  "Ünïcödé e\u0301 日本語 한국어 العربية עברית हिन्दी ไทย ქართული ᏣᎳᎩ",
  "😀 👍🏽 ❤\ufe0f 1\ufe0f\u20e3 🇫🇷",
  "a\u00a0b\u3000c \\ \\u200b",
])("readable text stays as it is: %s", (text) => {
  expect(makeVisible(text)).toBe(text);
});

test("nothing hidden is left, whatever the text", () => {
  const everything = fc.string({ unit: fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point)) });
  fc.assert(
    fc.property(fc.oneof(anyText, everything), (text) => {
      const visible = makeVisible(text);
      const left = [
        /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]--[\t\n\r]]/v,
        /[[\p{Default_Ignorable_Code_Point}]--[\ufe0e-\ufe0f]]/v,
      ];
      const repeated = /(?:^|[\ufe0e-\ufe0f])[\ufe0e-\ufe0f]/v;
      expect([...left, repeated].filter((pattern) => pattern.test(visible))).toEqual([]);
    }),
  );
});

test("with backslashes doubled first, what was hidden can be read back", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(legible(unescapeCell(makeVisible(text.replaceAll("\\", "\\\\"))))).toBe(legible(text));
    }),
  );
});
