import fc from "fast-check";
import { expect, test } from "vitest";
import { scoreBm25 } from "../../src/search/bm25.ts";

/** The formula as it is written, one word and one document at a time. */
function plainScore(query: string[], document: string[], all: string[][], k1: number, b: number): number {
  const averageLength = all.reduce((sum, one) => sum + one.length, 0) / all.length;
  return query.reduce((score, word) => {
    const frequency = document.filter((one) => one === word).length;
    if (frequency === 0) return score;
    const having = all.filter((one) => one.includes(word)).length;
    const idf = Math.log((all.length - having + 0.5) / (having + 0.5) + 1);
    const norm = 1 - b + (b * document.length) / averageLength;
    return score + (idf * frequency * (k1 + 1)) / (frequency + k1 * norm);
  }, 0);
}

const words = fc.array(fc.constantFrom("iron", "pan", "copper", "linen", "constructor", "__proto__"), {
  maxLength: 12,
});

test("scores as the written formula does", () => {
  const settings = fc.record({
    k1: fc.double({ min: 0.1, max: 3, noNaN: true }),
    b: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 12 }), settings, (query, documents, { k1, b }) => {
      const scores = scoreBm25(query, documents, { k1, b });
      expect(scores).toHaveLength(documents.length);
      for (const [index, document] of documents.entries()) {
        expect(scores[index]).toBeCloseTo(plainScore(query, document, documents, k1, b), 9);
      }
    }),
  );
});

test("takes 1.5 and 0.75 when nothing else is said", () => {
  const documents = [["iron", "pan"], ["linen"], ["iron", "iron", "pot", "lid"]];
  expect(scoreBm25(["iron"], documents)).toEqual(scoreBm25(["iron"], documents, { k1: 1.5, b: 0.75 }));
  expect(scoreBm25(["iron"], documents)[0]).toBeCloseTo(
    plainScore(["iron"], ["iron", "pan"], documents, 1.5, 0.75),
    12,
  );
});

test("is never negative, and 0 exactly where no word of the query is", () => {
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 12 }), (query, documents) => {
      for (const [index, score] of scoreBm25(query, documents).entries()) {
        const isFound = documents[index]?.some((word) => query.includes(word)) ?? false;
        expect(isFound ? score > 0 : score === 0).toBe(true);
      }
    }),
  );
});

test("prefers the rarer word, the more frequent one, and the shorter document", () => {
  const [common = 0, rare = 0] = scoreBm25(["pan", "saffron"], [["pan"], ["saffron"], ["pan"], ["pan"]]);
  expect(rare).toBeGreaterThan(common);
  const [once = 0, twice = 0] = scoreBm25(["pan"], [["pan", "lid"], ["pan", "pan"], ["linen"]]);
  expect(twice).toBeGreaterThan(once);
  const [short = 0, long = 0] = scoreBm25(["pan"], [["pan"], ["pan", "lid", "lid"]]);
  expect(short).toBeGreaterThan(long);
});
