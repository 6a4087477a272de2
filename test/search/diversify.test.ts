import fc from "fast-check";
import { expect, test } from "vitest";
import { diversify, type Relevant } from "../../src/search/diversify.ts";

interface Point {
  readonly name: number;
  readonly at: number;
}

const similarity = (a: Point, b: Point): number => 1 - Math.abs(a.at - b.at);

/** Goes through all that remain for each choice, and through all that were chosen for each of them. */
function plainlyDiversified(items: readonly Relevant<Point>[], lambda: number, count: number) {
  const greatest = Math.max(0, ...items.map((one) => one.relevance));
  const remaining = items.toSorted((a, b) => b.relevance - a.relevance);
  const chosen: { item: Point; relevance: number; score: number }[] = [];
  while (chosen.length < count && remaining.length > 0) {
    const scored = remaining.map((one) => {
      const nearest = Math.max(0, ...chosen.map((other) => similarity(one.item, other.item)));
      return { ...one, score: lambda * (greatest > 0 ? one.relevance / greatest : 0) + (1 - lambda) * (1 - nearest) };
    });
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
    chosen.push(best);
    remaining.splice(scored.indexOf(best), 1);
  }
  return chosen;
}

// Few different values, so that equal relevance, equal scores and full duplicates come up.
const items = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 8 }), relevance: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 20,
  })
  .map((all) => all.map(({ at, relevance }, name) => ({ item: { name, at: at / 8 }, relevance })));
const lambdas = fc.constantFrom(0, 0.25, 0.5, 0.6, 0.75, 1);
const counts = fc.integer({ min: 0, max: 24 });

test("chooses what a plain search through all pairs chooses, with the same scores", () => {
  fc.assert(
    fc.property(items, lambdas, counts, (all, lambda, count) => {
      expect(diversify(all, { lambda, count, similarity })).toEqual(plainlyDiversified(all, lambda, count));
    }),
    { numRuns: 1000 },
  );
});

test("with lambda 1 it keeps the order of relevance, and of the items where that is equal", () => {
  fc.assert(
    fc.property(items, (all) => {
      const chosen = diversify(all, { lambda: 1, count: all.length, similarity });
      const byRelevance = all.toSorted((a, b) => b.relevance - a.relevance);
      expect(chosen.map((one) => one.item)).toEqual(byRelevance.map((one) => one.item));
    }),
  );
});

test("chooses each item once, from the most relevant on, and each keeps its own relevance", () => {
  fc.assert(
    fc.property(items, lambdas, counts, (all, lambda, count) => {
      const chosen = diversify(all, { lambda, count, similarity });
      expect(chosen).toHaveLength(Math.min(count, all.length));
      expect(new Set(chosen.map((one) => one.item)).size).toBe(chosen.length);
      for (const { item, relevance } of chosen) expect(all[item.name]?.relevance).toBe(relevance);
      if (chosen.length > 0) expect(chosen[0]?.relevance).toBe(Math.max(...all.map((one) => one.relevance)));
    }),
  );
});

test("never gives a later choice a higher score than an earlier one", () => {
  fc.assert(
    fc.property(items, lambdas, counts, (all, lambda, count) => {
      const scores = diversify(all, { lambda, count, similarity }).map((one) => one.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }),
  );
});

test("takes relevance in any unit, also below 0", () => {
  fc.assert(
    fc.property(items, lambdas, counts, (all, lambda, count) => {
      const names = (some: readonly Relevant<Point>[]) =>
        diversify(some, { lambda, count, similarity }).map(({ item }) => item.name);
      const anchored = [...all, { item: { name: -1, at: 0 }, relevance: 0 }];
      // Powers of two, so that nothing is rounded.
      expect(names(anchored.map(({ item, relevance }) => ({ item, relevance: relevance * 1024 })))).toEqual(
        names(anchored),
      );
      expect(names(anchored.map(({ item, relevance }) => ({ item, relevance: relevance - 8 })))).toEqual(
        names(anchored),
      );
    }),
  );
});

test("compares with the most similar of those chosen, so that a near-duplicate of any comes late", () => {
  const all = [
    { item: { name: 0, at: 0 }, relevance: 1 },
    { item: { name: 1, at: 1 }, relevance: 0.9 },
    // The same as the first, though nothing like the second.
    { item: { name: 2, at: 0 }, relevance: 0.85 },
    { item: { name: 3, at: 0.5 }, relevance: 0.7 },
  ];
  const chosen = diversify(all, { lambda: 0.6, count: 3, similarity });
  expect(chosen.map(({ item }) => item.name)).toEqual([0, 1, 3]);
});

test("gives each choice the score that it was chosen by, not that of its place", () => {
  const all = [
    { item: { name: 0, at: 0 }, relevance: 10 },
    { item: { name: 1, at: 0 }, relevance: 9 },
    { item: { name: 2, at: 1 }, relevance: 5 },
  ];
  expect(diversify(all, { lambda: 0.5, count: 3, similarity })).toEqual([
    { item: { name: 0, at: 0 }, relevance: 10, score: 1 },
    { item: { name: 2, at: 1 }, relevance: 5, score: 0.75 },
    { item: { name: 1, at: 0 }, relevance: 9, score: 0.45 },
  ]);
});

test("diversifies also when fewer items are there than may be chosen", () => {
  const all = [
    { item: { name: 0, at: 0 }, relevance: 10 },
    { item: { name: 1, at: 0 }, relevance: 9 },
    { item: { name: 2, at: 1 }, relevance: 8 },
  ];
  expect(diversify(all, { lambda: 0.6, count: 50, similarity }).map(({ item }) => item.name)).toEqual([0, 2, 1]);
});

test("asks for few similarities when relevance already decides", () => {
  let asked = 0;
  const counted = (a: Point, b: Point): number => {
    asked += 1;
    return similarity(a, b);
  };
  const all = Array.from({ length: 1000 }, (_, name) => ({
    item: { name, at: (name % 7) / 7 },
    relevance: 1000 - name,
  }));
  diversify(all, { lambda: 0.6, count: 10, similarity: counted });
  expect(asked).toBeLessThan(1000 * 9);
});
