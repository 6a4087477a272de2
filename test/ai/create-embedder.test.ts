import fc from "fast-check";
import { expect, test } from "vitest";
import { batchTexts } from "../../src/ai/batch-texts.ts";
import { createEmbedder } from "../../src/ai/create-embedder.ts";
import { openModel } from "../../src/ai/open-model.ts";
import type { EmbeddingProvider } from "../../src/ai/provider.ts";
import { openai } from "../../src/ai/providers/openai.ts";
import { scriptModel } from "../support/model-script.ts";
import { embed, listed } from "./model-cases.ts";

const KEY = "key-of-the-tenant";
const surroundings = { allowLocal: true, binding: undefined, signal: new AbortController().signal };

test("splits texts into batches that hold as much as they may, in order", () => {
  const most = fc.record({ texts: fc.integer({ min: 1, max: 5 }), characters: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), most, (texts, limit) => {
      const batches = batchTexts(texts, limit);
      const size = (batch: readonly string[]): number => batch.join("").length;
      expect(batches.flat()).toEqual(texts);
      for (const [place, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(limit.texts);
        if (batch.length > 1) expect(size(batch)).toBeLessThanOrEqual(limit.characters);
        const next = batches[place + 1]?.[0];
        if (next === undefined) continue;
        expect(batch.length === limit.texts || size(batch) + next.length > limit.characters).toBe(true);
      }
    }),
  );
});

test("asks for many texts in several requests and joins the answers in order", async () => {
  const texts = Array.from({ length: 150 }, (_, index) => `text ${String(index)}`);
  const answers = [64, 64, 22].map((count, batch) => ({
    body: {
      data: Array.from({ length: count }, (_, index) => ({ index, embedding: [batch, index] })).toReversed(),
      usage: { total_tokens: count },
    },
  }));
  const script = await scriptModel(...answers);
  const access = openModel("embedding", { provider: "openai", model: "m", url: script.url, key: KEY }, surroundings);
  const embedder = createEmbedder(access, openai);
  const { vectors, tokens, dimensions } = await embedder.embed(texts, "document");
  expect(vectors).toEqual(texts.map((_, index) => [Math.floor(index / 64), index % 64]));
  expect({ tokens, dimensions, known: embedder.dimensions }).toEqual({ tokens: 150, dimensions: 2, known: undefined });
  const requests = await script.requests();
  expect(requests.flatMap(({ body }) => body.input)).toEqual(texts);
});

test("asks nobody for no texts", async () => {
  const nobody: EmbeddingProvider = { batch: { texts: 1, characters: 1 }, embed: () => Promise.reject(new Error()) };
  const access = openModel("embedding", { provider: "openai", url: "http://localhost:1" }, surroundings);
  expect(await createEmbedder(access, nobody).embed([], "query")).toEqual({ vectors: [], dimensions: 1536 });
});

test("knows how many dimensions a known model has, and does not ask it for them", async () => {
  const own = Array.from({ length: 1536 }, () => 0.5);
  const script = await scriptModel({ body: { data: [{ embedding: own }, { embedding: own }] } });
  const answer = await embed({ provider: "openai", url: script.url, key: KEY, dimensions: 1536 });
  expect(answer.dimensions).toBe(1536);
  expect((await script.requests())[0]?.body).not.toHaveProperty("dimensions");
});

const withVectors = (...vectors: unknown[]) => ({
  data: vectors.map((embedding, index) => ({ index, embedding })),
});

test.each([
  ["fewer vectors than texts", withVectors([1, 2, 3]), "returned 1 vectors for 2 texts"],
  ["more vectors than texts", withVectors([1], [2], [3]), "returned 3 vectors for 2 texts"],
  ["vectors of different lengths", withVectors([1, 2], [1, 2, 3]), "returned vectors of different lengths"],
  ["an empty vector", withVectors([], []), "answered without a vector for each text"],
  ["base64", withVectors("AACAPw==", "AACAPw=="), "answered without a vector for each text"],
  ["a hole", withVectors([1, null], [1, 2]), "returned a vector with something that is not a number"],
  ["text", withVectors([1, "2"], [1, 2]), "returned a vector with something that is not a number"],
])("refuses %s", async (_, body, said) => {
  const { url } = await scriptModel({ body });
  await expect(embed({ provider: "openai", model: "m", url, key: KEY })).rejects.toMatchObject({
    code: "model_answer_unusable",
    message: `The model provider "openai" ${said}.`,
  });
});

test("refuses a number too large to be one", async () => {
  const { url } = await scriptModel({ text: '{"data":[{"embedding":[1e999]},{"embedding":[1]}]}' });
  await expect(embed({ provider: "openai", model: "m", url, key: KEY })).rejects.toMatchObject({
    message: 'The model provider "openai" returned a vector with something that is not a number.',
  });
});

test.each([{ dimensions: 4 }, { model: "text-embedding-3-large" }])(
  "refuses vectors of other dimensions than %j asks for",
  async (asked) => {
    const { url } = await scriptModel({ body: listed });
    await expect(embed({ provider: "openai", model: "m", url, key: KEY, ...asked })).rejects.toMatchObject({
      code: "model_answer_unusable",
      message: expect.stringMatching(/returned vectors of 3 dimensions where (4|3072) were expected/),
      details: { next: expect.stringContaining("dimensions") },
    });
  },
);

test("refuses batches of different dimensions", async () => {
  const texts = Array.from({ length: 65 }, () => "x");
  const many = { data: Array.from({ length: 64 }, () => ({ embedding: [1, 2] })) };
  const { url } = await scriptModel({ body: many }, { body: { data: [{ embedding: [1] }] } });
  const access = openModel("embedding", { provider: "openai", model: "m", url, key: KEY }, surroundings);
  await expect(createEmbedder(access, openai).embed(texts, "query")).rejects.toMatchObject({
    code: "model_answer_unusable",
  });
});
