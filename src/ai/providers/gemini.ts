import { modelProviders } from "../../model-providers.ts";
import { at } from "../json-path.ts";
import { embeddingBytes, type EmbeddingProvider, type ModelAccess, type TextProvider } from "../provider.ts";
import { postJson } from "../wire/post-json.ts";
import { MAX_TEXT_BYTES, writtenText } from "../written-text.ts";

const taskTypes = { query: "RETRIEVAL_QUERY", document: "RETRIEVAL_DOCUMENT" } as const;

const plainName = (model: string): string => model.replace(/^models\//, "");
const pathOf = ({ model }: ModelAccess, verb: string): string =>
  `/models/${encodeURIComponent(plainName(model))}:${verb}`;
const headersOf = ({ key }: ModelAccess): Record<string, string> =>
  key === undefined ? {} : { "x-goog-api-key": key };

/** Vectors shortened on request do not come with length one, as the full ones do. */
function normalize(vector: unknown): unknown {
  if (!Array.isArray(vector) || !vector.every((value) => typeof value === "number")) return vector;
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Beside text, an answer may hold what the model thought. */
function textOf(answer: unknown): string | undefined {
  const parts = at(answer, "candidates", 0, "content", "parts");
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.filter((part) => at(part, "thought") !== true).map((part) => at(part, "text"));
  return texts.every((text) => typeof text === "string") ? texts.join("") : undefined;
}

/** What it thought is paid like what it wrote, but counted apart. */
function writtenTokens(answer: unknown): unknown {
  const written = at(answer, "usageMetadata", "candidatesTokenCount");
  const thought = at(answer, "usageMetadata", "thoughtsTokenCount");
  return typeof written === "number" && typeof thought === "number" ? written + thought : (written ?? thought);
}

/** Google's Gemini API. */
export const gemini: EmbeddingProvider & TextProvider = {
  batch: { texts: 64, characters: 200_000 },

  async embed(access, texts, purpose) {
    const { dimensions } = access;
    const answer = await postJson(access, {
      path: pathOf(access, "batchEmbedContents"),
      headers: headersOf(access),
      body: {
        requests: texts.map((text) => ({
          model: `models/${plainName(access.model)}`,
          content: { parts: [{ text }] },
          taskType: taskTypes[purpose],
          ...(dimensions === undefined ? {} : { outputDimensionality: dimensions }),
        })),
      },
      maxBytes: embeddingBytes(texts),
    });
    const found = at(answer, "embeddings");
    const vectors = Array.isArray(found) ? found.map((item) => at(item, "values")) : undefined;
    return { vectors: dimensions === undefined ? vectors : vectors?.map(normalize) };
  },

  async write(access, request) {
    const isOwn = access.model === modelProviders.gemini.text.model;
    const answer = await postJson(access, {
      path: pathOf(access, "generateContent"),
      headers: headersOf(access),
      body: {
        systemInstruction: { parts: [{ text: request.system }] },
        contents: [{ role: "user", parts: [{ text: request.prompt }] }],
        generationConfig: {
          maxOutputTokens: request.maxTokens,
          // It thinks at length unless told otherwise; older models do not know the setting.
          ...(isOwn ? { thinkingConfig: { thinkingLevel: "low" } } : {}),
        },
      },
      maxBytes: MAX_TEXT_BYTES,
    });
    return writtenText(access.provider, request, {
      text: textOf(answer),
      inputTokens: at(answer, "usageMetadata", "promptTokenCount"),
      outputTokens: writtenTokens(answer),
      isCut: at(answer, "candidates", 0, "finishReason") === "MAX_TOKENS",
    });
  },
};
