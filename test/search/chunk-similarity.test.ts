import fc from "fast-check";
import { expect, test } from "vitest";
import { chunkSimilarity, type PlacedChunk } from "../../src/search/chunk-similarity.ts";

const chunk = fc.record({
  row: fc.constantFrom("1", "2"),
  column: fc.constantFrom("title", "body"),
  index: fc.integer({ min: 0, max: 3 }),
  words: fc.array(fc.constantFrom("iron", "pan", "copper", "linen")).map((words) => new Set(words)),
});

const placed = (row: number, column: string, index: number, text: string): PlacedChunk => {
  return { row, column, index, words: new Set(text.split(" ")) };
};

test("lies between 0 and 1, is the same both ways, and 1 for a chunk with itself", () => {
  fc.assert(
    fc.property(chunk, chunk, (a, b) => {
      const similarity = chunkSimilarity(a, b);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(chunkSimilarity(b, a)).toBe(similarity);
      expect(chunkSimilarity(a, a)).toBe(1);
    }),
  );
});

test("is the share of common words where the rows differ", () => {
  const one = placed(1, "body", 0, "iron pan care");
  expect(chunkSimilarity(one, placed(2, "body", 0, "copper pan"))).toBe(1 / 4);
  expect(chunkSimilarity(one, placed(2, "title", 0, "linen"))).toBe(0);
  expect(chunkSimilarity(one, placed(2, "body", 5, "care iron pan"))).toBe(1);
});

test("counts neighbours as alike, then the rest of the text, then the rest of the row", () => {
  const one = placed(1, "body", 1, "iron pan");
  const others = [
    placed(1, "body", 2, "a b"),
    placed(1, "body", 3, "c d"),
    placed(1, "title", 1, "e f"),
    placed(2, "body", 1, "g h"),
  ];
  const similarities = others.map((other) => chunkSimilarity(one, other));
  expect(similarities).toEqual([0.9, 0.6, 0.5, 0]);
});

test("sees a repetition inside one text, however far apart", () => {
  expect(chunkSimilarity(placed(1, "body", 0, "iron pan"), placed(1, "body", 9, "pan iron"))).toBe(1);
});
