import { estimateTokens } from "../../search/estimate-tokens.ts";
import { at } from "../json-path.ts";
import { embeddingBytes, type EmbeddingProvider, type TextProvider } from "../provider.ts";
import type { TextRequest } from "../text-model.ts";
import { postJson } from "../wire/post-json.ts";
import { MAX_TEXT_BYTES, writtenText } from "../written-text.ts";
import { chatMessages } from "./chat-messages.ts";
import { bearer } from "./openai.ts";

const LEAST_CONTEXT = 4096;

/** Ollama drops the beginning of what does not fit its context. Powers of two, as each new size loads the model anew. */
function contextFor({ system, prompt, maxTokens }: TextRequest): number {
  const needed = estimateTokens(system) + estimateTokens(prompt) + maxTokens;
  return Math.max(LEAST_CONTEXT, 2 ** Math.ceil(Math.log2(needed)));
}

/** Ollama's own protocol, as of its /api. */
export const ollama: EmbeddingProvider & TextProvider = {
  batch: { texts: 32, characters: 100_000 },

  async embed(access, texts) {
    const { model, dimensions } = access;
    const answer = await postJson(access, {
      path: "/api/embed",
      headers: bearer(access),
      // A text that is too long is refused, not cut.
      body: { model, input: texts, truncate: false, ...(dimensions === undefined ? {} : { dimensions }) },
      maxBytes: embeddingBytes(texts),
    });
    return { vectors: at(answer, "embeddings"), tokens: at(answer, "prompt_eval_count") };
  },

  async write(access, request) {
    const answer = await postJson(access, {
      path: "/api/chat",
      headers: bearer(access),
      body: {
        model: access.model,
        messages: chatMessages(request),
        stream: false,
        options: { num_predict: request.maxTokens, num_ctx: contextFor(request) },
      },
      maxBytes: MAX_TEXT_BYTES,
    });
    return writtenText(access.provider, request, {
      text: at(answer, "message", "content"),
      inputTokens: at(answer, "prompt_eval_count"),
      outputTokens: at(answer, "eval_count"),
      isCut: at(answer, "done_reason") === "length",
    });
  },
};
