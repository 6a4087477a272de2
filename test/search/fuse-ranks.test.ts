import fc from "fast-check";
import { expect, test } from "vitest";
import { fuseRanks } from "../../src/search/fuse-ranks.ts";

const keys = fc.uniqueArray(fc.integer({ min: 0, max: 30 }));
const lists = fc.array(fc.record({ keys, weight: fc.double({ min: 0.1, max: 3, noNaN: true }) }), { maxLength: 4 });

test("adds the reciprocal of each rank, weighted", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 100 }), (ranked, k) => {
      const fused = fuseRanks(ranked, k);
      expect(new Set(fused.keys())).toEqual(new Set(ranked.flatMap((list) => list.keys)));
      for (const [key, score] of fused) {
        const parts = ranked.map(({ keys: all, weight }) =>
          all.includes(key) ? weight / (k + all.indexOf(key) + 1) : 0,
        );
        expect(score).toBeCloseTo(
          parts.reduce((sum, part) => sum + part, 0),
          12,
        );
      }
    }),
  );
});

test("is ordered best first", () => {
  fc.assert(
    fc.property(lists, (ranked) => {
      const scores = [...fuseRanks(ranked).values()];
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }),
  );
});

test("keeps the order of a single list", () => {
  fc.assert(
    fc.property(keys, (all) => {
      expect([...fuseRanks([{ keys: all }]).keys()]).toEqual(all);
    }),
  );
});

test("puts what both lists have before what only one has, at equal ranks", () => {
  expect([...fuseRanks([{ keys: ["a", "both"] }, { keys: ["b", "both"] }]).keys()]).toEqual(["both", "a", "b"]);
});

test("keeps equal scores in the order in which they are met", () => {
  expect([...fuseRanks([{ keys: ["a", "b", "c"] }, { keys: ["c", "b", "a"] }, { keys: [] }]).keys()]).toEqual([
    "a",
    "c",
    "b",
  ]);
  expect([...fuseRanks([{ keys: ["x"] }, { keys: ["y"] }]).keys()]).toEqual(["x", "y"]);
  expect([...fuseRanks([{ keys: ["y"] }, { keys: ["x"] }]).keys()]).toEqual(["y", "x"]);
});

test("counts a key that is twice in a list where it is first", () => {
  expect(fuseRanks([{ keys: ["a", "a", "b"] }])).toEqual(fuseRanks([{ keys: ["a", "b"] }]));
});

test("takes 60 for k, as its authors did", () => {
  expect(fuseRanks([{ keys: ["a"] }]).get("a")).toBe(1 / 61);
});
