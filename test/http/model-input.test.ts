import { expect, test } from "vitest";
import { modelInput } from "../../src/http/model-input.ts";
import type { ModelUse } from "../../src/model-providers.ts";

test.each<[ModelUse, object]>([
  ["embedding", { provider: "local" }],
  ["embedding", { provider: "workers-ai", model: "@cf/baai/bge-m3" }],
  ["embedding", { provider: "openai", key: "k", model: "text-embedding-3-large", dimensions: 16_000 }],
  ["embedding", { provider: "voyage", key: "k".repeat(1000) }],
  ["text", { provider: "anthropic", key: "k" }],
  ["text", { provider: "gemini", key: null }],
  ["text", { provider: "ollama", url: "https://models.example.com" }],
])("takes for %s %o", (use, body) => {
  expect(modelInput(body, use, false)).toEqual(body);
});

test.each<[ModelUse, unknown, string]>([
  ["embedding", [], "the body must be a JSON object"],
  ["embedding", {}, "provider must be one of local, workers-ai, openai, voyage, ollama, gemini"],
  ["embedding", { provider: "anthropic" }, "for embedding, provider must be one of"],
  ["embedding", { provider: "toString" }, "provider must be one of"],
  ["text", { provider: "local" }, "for text, provider must be one of workers-ai, openai, ollama, gemini, anthropic"],
  ["text", { provider: "voyage", key: "k" }, "provider must be one of"],
  ["text", { provider: "openai", dimensions: 5 }, 'unknown field "dimensions"'],
  ["text", { provider: "openai", token: "k" }, 'unknown field "token"'],
  ["embedding", { provider: "openai", dimensions: 0 }, "dimensions must be an integer from 1 to 16000"],
  ["embedding", { provider: "openai", dimensions: 16_001 }, "dimensions must be an integer"],
  ["embedding", { provider: "openai", dimensions: "256" }, "dimensions must be an integer"],
  ["embedding", { provider: "local", dimensions: 256 }, "one model of one size"],
  ["embedding", { provider: "local", key: "k" }, "the provider local takes no key"],
  ["embedding", { provider: "workers-ai", url: "https://a.example.com" }, "the provider workers-ai takes no url"],
  ["text", { provider: "openai", model: "a b" }, "model must be 1 to 200 visible ASCII characters"],
  ["text", { provider: "openai", model: "" }, "model must be 1 to 200"],
  ["text", { provider: "openai", model: "m".repeat(201) }, "model must be 1 to 200"],
  ["text", { provider: "openai", key: "" }, "key must be 1 to 1000"],
  ["text", { provider: "openai", key: "k".repeat(1001) }, "key must be 1 to 1000"],
  ["text", { provider: "openai", key: "k\nX-Evil: 1" }, "key must be 1 to 1000"],
  ["text", { provider: "openai", key: 5 }, "key must be 1 to 1000"],
  ["text", { provider: "openai", url: 5 }, "url must be a string"],
  ["text", { provider: "openai", url: "http://api.example.com" }, "does not begin with https://"],
  ["text", { provider: "openai", url: "https://10.0.0.1" }, "not a public host name"],
  ["text", { provider: "ollama" }, "the provider ollama needs a url"],
])("refuses for %s %o in production", (use, body, why) => {
  expect(() => modelInput(body, use, false)).toThrow(why);
});

test("does not repeat what was given as a key", () => {
  const key = "sk secret with spaces";
  for (const field of ["key", "model"]) {
    expect(() => modelInput({ provider: "openai", [field]: key }, "text", false)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret") }),
    );
  }
});

test("admits models of this machine where the Worker serves locally", () => {
  expect(modelInput({ provider: "ollama" }, "text", true)).toEqual({ provider: "ollama" });
  const url = "http://127.0.0.1:11434";
  expect(modelInput({ provider: "openai", url }, "text", true)).toEqual({ provider: "openai", url });
});
