import { at } from "../json-path.ts";
import { embeddingBytes, type EmbeddingProvider } from "../provider.ts";
import { postJson } from "../wire/post-json.ts";
import { bearer, indexedVectors } from "./openai.ts";

/** Voyage AI: OpenAI's protocol, but for the names of what it adds. */
export const voyage: EmbeddingProvider = {
  batch: { texts: 64, characters: 200_000 },

  async embed(access, texts, purpose) {
    const { model, dimensions } = access;
    const answer = await postJson(access, {
      path: "/embeddings",
      headers: bearer(access),
      body: {
        model,
        input: texts,
        input_type: purpose,
        // A text that is too long is refused, not cut.
        truncation: false,
        ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
      },
      maxBytes: embeddingBytes(texts),
    });
    return { vectors: indexedVectors(answer), tokens: at(answer, "usage", "total_tokens") };
  },
};
