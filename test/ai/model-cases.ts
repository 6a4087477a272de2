import { findOffer } from "../../src/ai/providers.ts";
import { createEmbedder } from "../../src/ai/create-embedder.ts";
import { openModel } from "../../src/ai/open-model.ts";
import type { Embeddings } from "../../src/ai/embedder.ts";
import type { Patience } from "../../src/ai/provider.ts";
import type { WrittenText } from "../../src/ai/text-model.ts";
import type { ModelSetup } from "../../src/config.ts";

interface Manner {
  readonly signal?: AbortSignal;
  readonly patience?: Partial<Patience>;
}

const quick: Patience = { timeoutMs: 60_000, retries: 2, pauseMs: 1, longestPauseMs: 5_000 };

const surroundings = ({ signal, patience }: Manner) => ({
  allowLocal: true,
  binding: undefined,
  signal: signal ?? new AbortController().signal,
  patience: { ...quick, ...patience },
});

/** Embeds two short texts. */
export async function embed(setup: ModelSetup, manner: Manner = {}): Promise<Embeddings> {
  const offer = findOffer("embedding", setup.provider);
  if (offer === undefined) throw new Error(`${setup.provider} makes no embeddings`);
  const embedder = createEmbedder(openModel("embedding", setup, surroundings(manner)), offer);
  return await embedder.embed(["one", "two"], "document");
}

/** Has a short text written. */
export async function write(setup: ModelSetup, manner: Manner = {}): Promise<WrittenText> {
  const offer = findOffer("text", setup.provider);
  if (offer === undefined) throw new Error(`${setup.provider} writes no text`);
  const request = { system: "You write SQL.", prompt: "How many orders?", maxTokens: 300 };
  return await offer.write(openModel("text", setup, surroundings(manner)), request);
}

export interface ModelCase {
  readonly name: string;
  readonly provider: string;
  readonly ask: (setup: ModelSetup, manner?: Manner) => Promise<unknown>;
  /** A good answer, as the provider documents it. */
  readonly good: unknown;
}

export const vectors = [
  [0.5, 0.5, 0.5],
  [0.25, 0.5, 0.75],
] as const;

/** As OpenAI and Voyage answer, the second text's vector first. */
export const listed = {
  object: "list",
  data: [
    { object: "embedding", index: 1, embedding: vectors[1] },
    { object: "embedding", index: 0, embedding: vectors[0] },
  ],
  model: "m",
  usage: { prompt_tokens: 5, total_tokens: 5 },
};

export const chat = (content: unknown, finish_reason = "stop") => ({
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }],
  usage: { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 },
});

export const ollamaChat = (content: unknown, done_reason = "stop") => ({
  model: "llama3.2",
  message: { role: "assistant", content },
  done: true,
  done_reason,
  prompt_eval_count: 20,
  eval_count: 7,
});

export const generated = (parts: unknown, finishReason = "STOP") => ({
  candidates: [{ content: { parts, role: "model" }, finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 27 },
});

export const message = (content: unknown, stop_reason = "end_turn") => ({
  id: "msg",
  type: "message",
  role: "assistant",
  content,
  stop_reason,
  usage: { input_tokens: 20, output_tokens: 7 },
});

/** Every provider that is asked over HTTP, for all that it does. */
export const modelCases: readonly ModelCase[] = [
  { name: "openai's embeddings", provider: "openai", ask: embed, good: listed },
  { name: "voyage's embeddings", provider: "voyage", ask: embed, good: listed },
  {
    name: "ollama's embeddings",
    provider: "ollama",
    ask: embed,
    good: { model: "nomic-embed-text", embeddings: vectors, total_duration: 1, prompt_eval_count: 5 },
  },
  {
    name: "gemini's embeddings",
    provider: "gemini",
    ask: embed,
    good: { embeddings: vectors.map((values) => ({ values })) },
  },
  { name: "openai's text", provider: "openai", ask: write, good: chat("SELECT 1") },
  { name: "ollama's text", provider: "ollama", ask: write, good: ollamaChat("SELECT 1") },
  { name: "gemini's text", provider: "gemini", ask: write, good: generated([{ text: "SELECT 1" }]) },
  { name: "anthropic's text", provider: "anthropic", ask: write, good: message([{ type: "text", text: "SELECT 1" }]) },
];
