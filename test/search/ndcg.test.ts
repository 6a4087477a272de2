import fc from "fast-check";
import { expect, test } from "vitest";
import { ndcgAt } from "../../scripts/bench/search/ndcg.ts";

const grades = new Map([
  ["best", 2],
  ["good", 1],
]);

test("is 1 for the best order, 0 when nothing of use is found, and the written formula between", () => {
  expect(ndcgAt(10, ["best", "good"], grades)).toBe(1);
  expect(ndcgAt(10, ["best", "good", "other"], grades)).toBe(1);
  expect(ndcgAt(10, ["other"], grades)).toBe(0);
  expect(ndcgAt(10, [], grades)).toBe(0);
  const ideal = 3 / Math.log2(2) + 1 / Math.log2(3);
  expect(ndcgAt(10, ["good", "best"], grades)).toBeCloseTo((1 / Math.log2(2) + 3 / Math.log2(3)) / ideal, 12);
  expect(ndcgAt(10, ["other", "best"], grades)).toBeCloseTo(3 / Math.log2(3) / ideal, 12);
});

test("sees nothing behind the cutoff, neither in the ranking nor in the ideal", () => {
  expect(ndcgAt(1, ["best"], grades)).toBe(1);
  expect(ndcgAt(2, ["other", "another", "best"], grades)).toBe(0);
});

test("lies between 0 and 1, and gains by moving a better result forward", () => {
  const graded = fc
    .array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 20 })
    .filter((all) => Math.max(...all) > 0);
  fc.assert(
    fc.property(graded, fc.nat(), (all, seed) => {
      const byKey = new Map(all.entries());
      const ranked = [...byKey.keys()];
      const score = ndcgAt(10, ranked, byKey);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1 + 1e-12);
      const place = seed % (ranked.length - 1);
      const [first = 0, second = 0] = ranked.slice(place);
      const swapped = ranked.with(place, second).with(place + 1, first);
      if ((all[second] ?? 0) > (all[first] ?? 0)) expect(ndcgAt(10, swapped, byKey)).toBeGreaterThanOrEqual(score);
    }),
  );
});

test("refuses to judge where nothing could be right", () => {
  expect(() => ndcgAt(10, ["a"], new Map([["a", 0]]))).toThrow(RangeError);
});
