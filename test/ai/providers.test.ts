import { expect, test } from "vitest";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import { findOffer } from "../../src/ai/providers.ts";
import { findProvider, modelProviders, type ModelUse, providersFor } from "../../src/model-providers.ts";

const uses: readonly ModelUse[] = ["embedding", "text"];

test.each(Object.keys(modelProviders))("%s does what the table says, and nothing else", (name) => {
  for (const use of uses) {
    const isOffered = findOffer(use, name) !== undefined || (name === "local" && use === "embedding");
    expect(providersFor(use).includes(name)).toBe(isOffered);
  }
  const { embedding, url } = findProvider(name) ?? {};
  if (embedding !== undefined) expect(embedding.dimensions[embedding.model]).toBeGreaterThan(0);
  if (url !== undefined) expect(new URL(url).href.replace(/\/$/, "")).toBe(url);
});

test.each(["", "constructor", "__proto__", "OpenAI"])("finds no provider %j", (name) => {
  expect(findProvider(name)).toBeUndefined();
  for (const use of uses) expect(findOffer(use, name)).toBeUndefined();
});

test("has the local embedder in the table as it is", () => {
  const { model, dimensions } = localEmbedder;
  expect(modelProviders.local.embedding).toEqual({ model, dimensions: { [model]: dimensions } });
});
