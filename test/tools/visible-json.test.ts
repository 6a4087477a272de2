import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleJson } from "../../src/tools/visible-json.ts";
import { anyText } from "../support/arbitrary-table.ts";

test("escapes what does not show and parses to the same value", () => {
  expect(visibleJson({ "a\u200b": "x\u202ey\u{e0041}" })).toBe(String.raw`{"a\u200b":"x\u202ey\udb40\udc41"}`);
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const text = visibleJson(value);
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
      // oxlint-disable-next-line no-control-regex -- the escapes are what is looked for
      expect(text).not.toMatch(/[\u0000-\u001f\u200b-\u200f\u202a-\u202e\u2060-\u2064]/);
    }),
  );
});
