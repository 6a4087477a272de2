import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCAL_MODEL, localEmbedder } from "../../src/ai/local-embedder.ts";
import { anyText } from "../search/any-text.ts";

async function embed(text: string): Promise<readonly number[]> {
  const [vector = []] = (await localEmbedder.embed([text], "document")).vectors;
  return vector;
}

async function cosine(a: string, b: string): Promise<number> {
  const [one, other] = [await embed(a), await embed(b)];
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

test("gives any text a vector of length 1, and the same one each time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText(), { maxLength: 4 }), async (texts) => {
      const { vectors, dimensions } = await localEmbedder.embed(texts, "query");
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
      }
      expect((await localEmbedder.embed(texts, "document")).vectors).toEqual(vectors);
    }),
  );
});

test("says how many dimensions it has before it is asked, and in its name", () => {
  expect(LOCAL_MODEL).toBe(`hashed-ngrams-${String(localEmbedder.dimensions)}`);
});

test.each([
  ["other forms of a word", "returning pans", "a pan was returned", "polishing brass lamps"],
  ["misspelt words", "terracota frost", "terracotta in the frost", "newsletter by mail"],
  ["accents or none", "creme brulee", "Crème brûlée", "cream bullion"],
  ["words without spaces", "鉄鍋", "鉄鍋の手入れ", "緑茶の淹れ方"],
])("puts texts near that share %s", async (_, text, near, far) => {
  expect(await cosine(text, near)).toBeGreaterThan(0.3);
  expect(await cosine(text, near)).toBeGreaterThan((await cosine(text, far)) + 0.1);
});

test("gives the same vector on every machine, since vectors are kept in databases", async () => {
  const vector = await embed("Cast iron");
  const places = [...vector.entries()].filter(([, value]) => value !== 0).map(([place]) => place);
  expect(places).toEqual([4, 13, 23, 32, 76, 78, 101, 123, 146, 162, 284, 323, 334, 497, 507, 510]);
  expect(vector[4]).toBe(0.33333333333333337);
});
