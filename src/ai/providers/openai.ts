import { modelProviders } from "../../model-providers.ts";
import { postJson } from "../wire/post-json.ts";
import { at } from "../json-path.ts";
import { embeddingBytes, type EmbeddingProvider, type ModelAccess, type TextProvider } from "../provider.ts";
import { MAX_TEXT_BYTES, writtenText } from "../written-text.ts";
import { chatMessages } from "./chat-messages.ts";

export const bearer = ({ key }: ModelAccess): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Vectors in the order of their texts, which is said in each and not promised of the list. */
export function indexedVectors(answer: unknown): unknown {
  const data = at(answer, "data");
  if (!Array.isArray(data)) return undefined;
  const places = data.map((item, place) => [at(item, "index") ?? place, at(item, "embedding")] as const);
  return places.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, embedding]) => embedding);
}

/**
 * OpenAI's own models, which Azure serves too, know another name for the limit than most who copy the protocol, and
 * think unless told otherwise.
 */
function limitsOf({ url, model }: ModelAccess, maxTokens: number): Record<string, unknown> {
  if (!/(^|\.)openai\.(azure\.)?com$/.test(new URL(url).hostname)) return { max_tokens: maxTokens };
  const isThinker = model === modelProviders.openai.text.model;
  return { max_completion_tokens: maxTokens, ...(isThinker ? { reasoning_effort: "low" } : {}) };
}

/** The protocol of OpenAI, which many others speak as well. */
export const openai: EmbeddingProvider & TextProvider = {
  batch: { texts: 64, characters: 200_000 },

  async embed(access, texts) {
    const { model, dimensions } = access;
    const answer = await postJson(access, {
      path: "/embeddings",
      headers: bearer(access),
      body: {
        model,
        input: texts,
        encoding_format: "float",
        ...(dimensions === undefined ? {} : { dimensions }),
      },
      maxBytes: embeddingBytes(texts),
    });
    return { vectors: indexedVectors(answer), tokens: at(answer, "usage", "total_tokens") };
  },

  async write(access, request) {
    const answer = await postJson(access, {
      path: "/chat/completions",
      headers: bearer(access),
      body: {
        model: access.model,
        messages: chatMessages(request),
        ...limitsOf(access, request.maxTokens),
      },
      maxBytes: MAX_TEXT_BYTES,
    });
    return writtenText(access.provider, request, {
      text: at(answer, "choices", 0, "message", "content"),
      inputTokens: at(answer, "usage", "prompt_tokens"),
      outputTokens: at(answer, "usage", "completion_tokens"),
      isCut: at(answer, "choices", 0, "finish_reason") === "length",
    });
  },
};
