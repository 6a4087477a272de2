import { expect, test } from "vitest";
import { readConfig } from "../src/config.ts";

const models = (settings: Record<string, string>) =>
  readConfig({ ADMIN_TOKEN: "a", SEALING_KEY: "s", ...settings }).models;

test("has no models unless they are set", () => {
  expect(models({})).toEqual({ embedding: undefined, text: undefined });
  const empty = { EMBEDDING_PROVIDER: "", EMBEDDING_DIMENSIONS: " ", TEXT_PROVIDER: "", TEXT_KEY: "" };
  expect(models(empty)).toEqual({ embedding: undefined, text: undefined });
});

test("reads a model's settings", () => {
  const settings = {
    EMBEDDING_PROVIDER: "openai",
    EMBEDDING_MODEL: "m",
    EMBEDDING_URL: "https://models.example.com/v1",
    EMBEDDING_DIMENSIONS: "512",
    EMBEDDING_KEY: " k\n",
    TEXT_PROVIDER: "anthropic",
  };
  expect(models(settings)).toEqual({
    embedding: { provider: "openai", model: "m", url: "https://models.example.com/v1", dimensions: 512, key: "k" },
    text: { provider: "anthropic" },
  });
});

test.each([
  [{ EMBEDDING_KEY: "k" }, "embedding", "EMBEDDING_KEY is set without EMBEDDING_PROVIDER"],
  [{ TEXT_MODEL: "m" }, "text", "TEXT_MODEL is set without TEXT_PROVIDER"],
  [{ EMBEDDING_PROVIDER: "opneai" }, "embedding", "EMBEDDING_PROVIDER is none of local, workers-ai, openai, voyage,"],
  [{ EMBEDDING_PROVIDER: "anthropic" }, "embedding", "EMBEDDING_PROVIDER is none of"],
  [{ TEXT_PROVIDER: "voyage" }, "text", "TEXT_PROVIDER is none of workers-ai, openai, ollama, gemini, anthropic"],
  [{ TEXT_PROVIDER: "local" }, "text", "TEXT_PROVIDER is none of"],
  [{ TEXT_PROVIDER: "toString" }, "text", "TEXT_PROVIDER is none of"],
  [{ EMBEDDING_PROVIDER: "openai", EMBEDDING_DIMENSIONS: "many" }, "embedding", "EMBEDDING_DIMENSIONS is not a whole"],
  [{ EMBEDDING_PROVIDER: "openai", EMBEDDING_DIMENSIONS: "0" }, "embedding", "EMBEDDING_DIMENSIONS is not a whole"],
  [{ EMBEDDING_PROVIDER: "openai", EMBEDDING_DIMENSIONS: "1.5" }, "embedding", "EMBEDDING_DIMENSIONS is not a whole"],
  [{ EMBEDDING_PROVIDER: "openai", EMBEDDING_DIMENSIONS: "99999" }, "embedding", "from 1 to 16000"],
] as const)("says what is wrong with %j", (settings, use, problem) => {
  const read = models(settings);
  expect(read[use]).toEqual({ problem: expect.stringContaining(problem) });
  expect(read[use === "text" ? "embedding" : "text"]).toBeUndefined();
});
