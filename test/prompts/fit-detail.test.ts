import fc from "fast-check";
import { expect, test } from "vitest";
import { fitDetail } from "../../src/prompts/fit-detail.ts";

const describe = (item: string, level: number): readonly string[] => Array.from({ length: level }, () => item);

test("never exceeds the budget, and keeps the order", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), fc.nat({ max: 400 }), (items, budget) => {
      const texts = fitDetail(items, [1, 2, 3], describe, budget);
      expect(texts.join("\n").length).toBeLessThanOrEqual(budget);
      expect(texts.map((text) => text.split("\n")[0])).toEqual(
        items.slice(0, texts.length).map((item) => item.split("\n")[0]),
      );
    }),
  );
});

test("gives every item its first level before any gets its second, the earlier ones first", () => {
  expect(fitDetail(["aa", "bb", "cc"], [1, 2, 3], describe, 100)).toEqual(["aa\naa\naa", "bb\nbb\nbb", "cc\ncc\ncc"]);
  expect(fitDetail(["aa", "bb", "cc"], [1, 2, 3], describe, 13)).toEqual(["aa\naa", "bb", "cc"]);
  expect(fitDetail(["aa", "bb", "cc"], [1, 2, 3], describe, 7)).toEqual(["aa", "bb"]);
});

test("gives a later item the detail that an earlier one is too large for", () => {
  expect(fitDetail(["a long one", "b"], [1, 2], describe, 17)).toEqual(["a long one", "b\nb"]);
});
