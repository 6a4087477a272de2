import { expect, test } from "vitest";
import { scriptModel } from "../../support/model-script.ts";
import { embed, modelCases, vectors, write } from "../model-cases.ts";

const KEY = "key-of-the-tenant";
const good = (name: string): unknown => modelCases.find((known) => known.name === name)?.good;
const texts = ["one", "two"];
const messages = [
  { role: "system", content: "You write SQL." },
  { role: "user", content: "How many orders?" },
];

const embeddingRequests = [
  {
    provider: "openai",
    path: "/embeddings",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "m", input: texts, encoding_format: "float", dimensions: 3 },
    tokens: 5,
  },
  {
    provider: "voyage",
    path: "/embeddings",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "m", input: texts, input_type: "document", truncation: false, output_dimension: 3 },
    tokens: 5,
  },
  {
    provider: "ollama",
    path: "/api/embed",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "m", input: texts, truncate: false, dimensions: 3 },
    tokens: 5,
  },
  {
    provider: "gemini",
    path: "/models/m:batchEmbedContents",
    headers: { "x-goog-api-key": KEY },
    body: {
      requests: texts.map((text) => ({
        model: "models/m",
        content: { parts: [{ text }] },
        taskType: "RETRIEVAL_DOCUMENT",
        outputDimensionality: 3,
      })),
    },
    tokens: undefined,
  },
];

test.each(embeddingRequests)("asks $provider for embeddings as it documents", async (expected) => {
  const { provider, path, headers, body, tokens } = expected;
  const script = await scriptModel({ body: good(`${provider}'s embeddings`) });
  const answer = await embed({ provider, model: "m", url: script.url, key: KEY, dimensions: 3 });
  const [request] = await script.requests();
  expect(request).toMatchObject({ method: "POST", path, headers, body });
  expect(request?.body).toEqual(body);
  expect(request?.headers["content-type"]).toBe("application/json");
  expect(answer.dimensions).toBe(3);
  expect(answer.tokens).toBe(tokens);
  if (provider !== "gemini") expect(answer.vectors).toEqual(vectors);
});

test("gives gemini's shortened vectors the length that its full ones have", async () => {
  const script = await scriptModel({ body: good("gemini's embeddings") });
  const setup = { provider: "gemini", model: "models/m", url: script.url, key: KEY };
  const shortened = await embed({ ...setup, dimensions: 3 });
  for (const vector of shortened.vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 12);
  expect((await embed(setup)).vectors).toEqual(vectors);
  const requests = await script.requests();
  expect(requests.map(({ path }) => path)).toEqual(Array(2).fill("/models/m:batchEmbedContents"));
  expect(requests[1]?.body.requests[0]).not.toHaveProperty("outputDimensionality");
});

const textRequests = [
  {
    provider: "openai",
    path: "/chat/completions",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "m", messages, max_tokens: 300 },
  },
  {
    provider: "ollama",
    path: "/api/chat",
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: "m", messages, stream: false, options: { num_predict: 300, num_ctx: 4096 } },
  },
  {
    provider: "gemini",
    path: "/models/m:generateContent",
    headers: { "x-goog-api-key": KEY },
    body: {
      systemInstruction: { parts: [{ text: "You write SQL." }] },
      contents: [{ role: "user", parts: [{ text: "How many orders?" }] }],
      generationConfig: { maxOutputTokens: 300 },
    },
  },
  {
    provider: "anthropic",
    path: "/messages",
    headers: { "x-api-key": KEY, "anthropic-version": "2023-06-01" },
    body: {
      model: "m",
      max_tokens: 300,
      system: "You write SQL.",
      messages: [{ role: "user", content: "How many orders?" }],
    },
  },
];

test.each(textRequests)("asks $provider for text as it documents", async ({ provider, path, headers, body }) => {
  const script = await scriptModel({ body: good(`${provider}'s text`) });
  const answer = await write({ provider, model: "m", url: script.url, key: KEY });
  const [request] = await script.requests();
  expect(request).toMatchObject({ method: "POST", path, headers });
  expect(request?.body).toEqual(body);
  expect(answer).toEqual({ text: "SELECT 1", inputTokens: 20, outputTokens: 7, isCut: false });
});

test.each([
  ["openai", "reasoning_effort", undefined],
  ["anthropic", "output_config", { effort: "low" }],
  ["gemini", "generationConfig", { maxOutputTokens: 300, thinkingConfig: { thinkingLevel: "low" } }],
])("tells the usual model of %s to think little, where it knows how", async (provider, field, value) => {
  const script = await scriptModel({ body: good(`${provider}'s text`) });
  await write({ provider, url: script.url, key: KEY });
  expect((await script.requests())[0]?.body[field]).toEqual(value);
});

test("sends no key where there is none", async () => {
  const script = await scriptModel({ body: good("ollama's text") });
  await write({ provider: "ollama", url: script.url });
  expect((await script.requests())[0]?.headers).not.toHaveProperty("authorization");
});

test("names a model in a path without leaving it", async () => {
  const script = await scriptModel({ body: good("gemini's text") });
  await write({ provider: "gemini", model: "../../admin?x=#", url: script.url, key: KEY });
  expect((await script.requests())[0]?.path).toBe("/models/..%2F..%2Fadmin%3Fx%3D%23:generateContent");
});

test("gives ollama a context that a long question fits", async () => {
  const { ollama } = await import("../../../src/ai/providers/ollama.ts");
  const { openModel } = await import("../../../src/ai/open-model.ts");
  const script = await scriptModel({ body: good("ollama's text") });
  const surroundings = { allowLocal: true, binding: undefined, signal: new AbortController().signal };
  const access = openModel("text", { provider: "ollama", url: script.url }, surroundings);
  await ollama.write(access, { system: "", prompt: "x".repeat(40_000), maxTokens: 300 });
  expect((await script.requests())[0]?.body.options.num_ctx).toBe(16_384);
});
