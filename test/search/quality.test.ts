import { expect, test } from "vitest";
import { LABELLED_DOCUMENTS, LABELLED_QUERIES } from "../../scripts/bench/search/labelled-set.ts";
import { measureQuality } from "../../scripts/bench/search/quality.ts";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import { scoreBm25 } from "../../src/search/bm25.ts";
import { fuseRanks } from "../../src/search/fuse-ranks.ts";
import { termsOf } from "../../src/search/terms.ts";

const texts = LABELLED_DOCUMENTS.map(({ title, body }) => `${title}\n${body}`);
const { vectors } = await localEmbedder.embed(texts, "document");
const terms = texts.map(termsOf);

/** The documents with a score above `least`, best first. */
const ranked = (scores: readonly number[], least: number): readonly number[] =>
  LABELLED_DOCUMENTS.map(({ id }, index) => ({ id, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > least)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 30)
    .map(({ id }) => id);

async function rank(query: string) {
  const [asked = []] = (await localEmbedder.embed([query], "query")).vectors;
  const cosines = vectors.map((vector) => vector.reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0));
  const vector = ranked(cosines, -1);
  const keyword = ranked(scoreBm25(termsOf(query), terms), 0);
  return { vector, keyword, hybrid: [...fuseRanks([{ keys: vector }, { keys: keyword }]).keys()] };
}

test("the labels speak of documents that are there, and every query has an answer", () => {
  const ids = new Set(LABELLED_DOCUMENTS.map(({ id }) => id));
  expect(ids.size).toBe(LABELLED_DOCUMENTS.length);
  for (const { query, grades } of LABELLED_QUERIES) {
    expect(
      [...grades.keys()].filter((id) => !ids.has(id)),
      query,
    ).toEqual([]);
    expect(Math.max(...grades.values()), query).toBe(2);
  }
  expect(new Set(LABELLED_QUERIES.map(({ query }) => query)).size).toBe(LABELLED_QUERIES.length);
});

test("both ways of finding together are at least as good as either alone", async () => {
  const [all] = await measureQuality(rank);
  expect(all?.hybrid).toBeGreaterThanOrEqual(all?.vector ?? 1);
  expect(all?.hybrid).toBeGreaterThanOrEqual(all?.keyword ?? 1);
  // Below this, something that ranks has become worse.
  expect(all?.hybrid).toBeGreaterThan(0.88);
});

test("finds what is asked for by its code or name first", async () => {
  const measured = await measureQuality(rank);
  for (const { kind, hybrid } of measured) if (kind === "code" || kind === "name") expect(hybrid, kind).toBe(1);
});
