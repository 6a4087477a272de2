import { findProvider } from "../model-providers.ts";
import { batchTexts } from "./batch-texts.ts";
import { checkVectors } from "./check-vectors.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbeddingProvider, ModelAccess } from "./provider.ts";
import { readCount } from "./token-count.ts";

/** An embedder over a provider: for any number of texts, with vectors that are what they were asked to be. */
export function createEmbedder(access: ModelAccess, provider: EmbeddingProvider): Embedder {
  const { model } = access;
  const own = findProvider(access.provider)?.embedding?.dimensions[model];
  const expected = access.dimensions ?? own;
  // A model that has one size only refuses to be asked for it.
  const asked: ModelAccess = { ...access, dimensions: access.dimensions === own ? undefined : access.dimensions };
  return {
    provider: access.provider,
    model,
    ...(expected === undefined ? {} : { dimensions: expected }),
    async embed(texts, purpose) {
      const vectors: (readonly number[])[] = [];
      let tokens: number | undefined;
      for (const batch of batchTexts(texts, provider.batch)) {
        const raw = await provider.embed(asked, batch, purpose);
        vectors.push(...checkVectors(access.provider, raw.vectors, batch.length, expected ?? vectors[0]?.length));
        const count = readCount(raw.tokens);
        if (count !== undefined) tokens = (tokens ?? 0) + count;
      }
      const dimensions = expected ?? vectors[0]?.length ?? 0;
      return { vectors, dimensions, ...(tokens === undefined ? {} : { tokens }) };
    },
  };
}
