import { expect, test } from "vitest";
import type { Embedder } from "../../src/ai/embedder.ts";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import type { RequestContext } from "../../src/context.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { generateEmbedding } from "../../src/tools/generate-embedding.ts";
import { call, createCaller } from "../support/worker.ts";

const { model, dimensions = 0 } = localEmbedder;
const size = String(dimensions);

async function embed(token: string, args: object) {
  return (await call(token, "tools/call", { name: "generate_embedding", arguments: args })).json.result;
}

test("shows a short part of the vector and carries all of it", async () => {
  const { token } = await createCaller();
  const { content, structuredContent, isError } = await embed(token, { text: "late deliveries in Hamburg" });
  expect(isError).toBeUndefined();
  const { embeddings, ...facts } = structuredContent;
  expect(facts).toEqual({ provider: "local", model, dimensions });
  expect(embeddings).toHaveLength(1);
  expect(embeddings[0]).toHaveLength(dimensions);
  expect(Math.hypot(...embeddings[0])).toBeCloseTo(1, 12);
  const lines = content[0].text.split("\n");
  expect(lines.slice(0, -1)).toEqual([
    "Embedding Generated Successfully",
    "==================================================",
    "Provider: local",
    `Model: ${model}`,
    `Dimensions: ${size}`,
    "",
    "Text Length: 26 characters",
    "Text: late deliveries in Hamburg",
  ]);
  expect(lines.at(-1)).toMatch(/^Vector: \[(-?[\d.]+, ){5}\.\.\. \d+ more\]$/);
});

test("embeds many texts in their order", async () => {
  const { token } = await createCaller();
  const texts = ["apples", "pears", "apples"];
  const { content, structuredContent } = await embed(token, { texts });
  const [first, second, third] = structuredContent.embeddings;
  expect(first).toEqual(third);
  expect(first).not.toEqual(second);
  expect(content[0].text).toContain("3 Embeddings Generated Successfully");
  expect(content[0].text.match(/^Text: .*$/gm)).toEqual(texts.map((text) => `Text: ${text}`));
});

test("shows of a text no more than its beginning, and nothing hidden in it", async () => {
  const { token } = await createCaller();
  const { content } = await embed(token, { text: `a\n\u202e${"b".repeat(200)}` });
  expect(content[0].text).toContain(`Text: a\\n\\u202e${"b".repeat(77)}...`);
  expect(content[0].text).toContain("Text Length: 203 characters");
});

test("takes arguments that are empty as not given", async () => {
  const { token } = await createCaller();
  const { isError } = await embed(token, { text: "apples", texts: [], provider: "", model: "" });
  expect(isError).toBeUndefined();
});

test.each([
  [{}, "Pass either text or texts"],
  [{ text: "" }, "Pass either text or texts"],
  [{ text: "a", texts: ["b"] }, "Pass either text or texts"],
  [{ text: "  \n" }, "Text 1 is empty."],
  [{ texts: ["a", ""] }, "Text 2 is empty."],
  [{ text: "x".repeat(32_001) }, "Text 1 has 32001 characters; 32000 are allowed."],
  [{ texts: Array(65).fill("x") }, "There are 65 texts; 64 are allowed."],
  [{ text: "a", dimensions: 0 }, "dimensions must be >= 1"],
  [{ text: "a", model: "m".repeat(201) }, "No model has so long a name."],
  [{ text: 7 }, "text must be string"],
  [{ texts: "a" }, "texts must be array"],
])("refuses %j", async (args, said) => {
  const { token } = await createCaller();
  const { isError, structuredContent } = await embed(token, args);
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ code: "invalid_arguments", message: expect.stringContaining(said) });
});

test("takes as many texts as the tenant's policy allows", async () => {
  const { token } = await createCaller({ policy: { maxEmbeddingTexts: 2 } });
  expect((await embed(token, { texts: ["a", "b"] })).structuredContent.embeddings).toHaveLength(2);
  expect((await embed(token, { texts: ["a", "b", "c"] })).structuredContent.code).toBe("invalid_arguments");
});

test.each([
  [{ provider: "openai" }, 'The embedding provider "openai" is not set up.', "Use local, or ask the operator"],
  [{ provider: "constructor" }, 'The embedding provider "constructor" is not set up.', "Use local"],
  [{ model: "other" }, `The local provider has only the model "${model}".`, `${size} dimensions`],
  [{ dimensions: 3 }, `The local provider has only the model "${model}".`, `${size} dimensions`],
])("says what there is where %j is not", async (args, message, next) => {
  const { token } = await createCaller();
  const { structuredContent } = await embed(token, { text: "a", ...args });
  expect(structuredContent).toMatchObject({ code: "model_missing", message, retryable: false });
  expect(structuredContent.next).toContain(next);
});

test.each([5000, undefined])("makes no answer too large for a Worker, of %s known dimensions", async (known) => {
  let asked = 0;
  const embedder: Embedder = {
    provider: "openai",
    model: "large",
    ...(known === undefined ? {} : { dimensions: known }),
    embed: (texts) => {
      asked += 1;
      return Promise.resolve({ vectors: texts.map(() => []), dimensions: 5000 });
    },
  };
  const context = {
    tenant: { policy: completePolicy({ maxEmbeddingTexts: 512 }) },
    models: { embedder: () => Promise.resolve(embedder) },
  } as unknown as RequestContext;
  const run = (count: number) => generateEmbedding.run(context, { texts: Array(count).fill("x") });
  await expect(run(101)).rejects.toMatchObject({ code: "result_too_large" });
  expect(asked).toBe(known === undefined ? 1 : 0);
  await expect(run(100)).resolves.toMatchObject({ structured: { dimensions: 5000 } });
});
