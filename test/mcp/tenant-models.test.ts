import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import { readConfig } from "../../src/config.ts";
import type { Models } from "../../src/context.ts";
import { tenantModels } from "../../src/mcp/tenant-models.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { modelSealId } from "../../src/tenants/model-seal.ts";
import type { ModelSettings, SealedSecret } from "../../src/tenants/records.ts";
import { seal } from "../../src/tenants/sealing.ts";
import { scriptModel } from "../support/model-script.ts";

interface Own {
  readonly embedding?: ModelSettings;
  readonly text?: ModelSettings;
}

function modelsOf(own: Own, settings: Record<string, string> = {}, tenantId = "acme"): Models {
  const config = readConfig({ ...env, ...settings });
  const policy = completePolicy({});
  const tenant = { id: tenantId, name: "Acme", policy, connections: [], models: { tenant: tenantId, ...own } };
  const token = { id: "t", subject: "idp|ann", scopes: ["read"] } as const;
  const call = { controller: new AbortController() };
  return tenantModels({ tenant, token }, { kv: env.POSTERN_KV, config }, call);
}

const sealFor = (use: "embedding" | "text"): Promise<SealedSecret> =>
  seal(env.SEALING_KEY, "acme", modelSealId(use), "tenant-key");
const spoken = (content: string) => ({ body: { choices: [{ message: { content }, finish_reason: "stop" }] } });
const vector = { body: { data: [{ embedding: [1, 2, 3] }] } };
const question = { system: "Write SQL.", prompt: "How many?", maxTokens: 100 };
const shared = { EMBEDDING_PROVIDER: "openai", EMBEDDING_MODEL: "shared", EMBEDDING_KEY: "shared-key" };

test("asks the tenant's own text model with its own key", async () => {
  const script = await scriptModel(spoken("SELECT 1"));
  const models = modelsOf(
    { text: { provider: "openai", model: "own", url: script.url, sealed: await sealFor("text") } },
    { TEXT_PROVIDER: "openai", TEXT_URL: "http://localhost:1", TEXT_KEY: "shared-key" },
  );
  const model = await models.textModel();
  expect(model).toMatchObject({ provider: "openai", model: "own" });
  expect(await model?.write(question)).toMatchObject({ text: "SELECT 1", isCut: false });
  expect((await script.requests())[0]?.headers["authorization"]).toBe("Bearer tenant-key");
});

test("asks the deployment's text model for a tenant without one", async () => {
  const script = await scriptModel(spoken("SELECT 2"));
  const models = modelsOf({}, { TEXT_PROVIDER: "openai", TEXT_URL: script.url, TEXT_KEY: "shared-key" });
  expect(await (await models.textModel())?.write(question)).toMatchObject({ text: "SELECT 2" });
  expect((await script.requests())[0]?.headers["authorization"]).toBe("Bearer shared-key");
});

test("has no text model unless one is set up, and the local embedder always", async () => {
  expect(await modelsOf({}).textModel()).toBeUndefined();
  expect(await modelsOf({}).embedder()).toMatchObject({ provider: "local" });
  const { url } = await scriptModel(vector);
  const models = modelsOf({}, { ...shared, EMBEDDING_URL: url });
  expect(await models.embedder({ provider: "local" })).toBe(localEmbedder);
});

test("asks the tenant's own embedder before the deployment's", async () => {
  const script = await scriptModel(vector);
  const own = { provider: "voyage", model: "own", url: script.url, sealed: await sealFor("embedding") };
  const embedder = await modelsOf({ embedding: own }, shared).embedder();
  expect(embedder).toMatchObject({ provider: "voyage", model: "own" });
  expect(await embedder.embed(["a"], "query")).toMatchObject({ vectors: [[1, 2, 3]], dimensions: 3 });
  const [request] = await script.requests();
  expect(request?.headers["authorization"]).toBe("Bearer tenant-key");
  expect(request?.body).toMatchObject({ input_type: "query", model: "own" });
});

test("lets a call choose the model and dimensions of the provider that is set up", async () => {
  const script = await scriptModel(vector);
  const models = modelsOf({}, { ...shared, EMBEDDING_URL: script.url, EMBEDDING_DIMENSIONS: "2" });
  const embedder = await models.embedder({ provider: "openai", model: "chosen", dimensions: 3 });
  expect(embedder).toMatchObject({ model: "chosen", dimensions: 3 });
  await embedder.embed(["a"], "query");
  expect((await script.requests())[0]?.body).toMatchObject({ model: "chosen", dimensions: 3 });
  expect(await models.embedder()).toMatchObject({ model: "shared", dimensions: 2 });
});

test("does not keep the configured dimensions for another model", async () => {
  const models = modelsOf({}, { ...shared, EMBEDDING_DIMENSIONS: "512" });
  expect((await models.embedder({ model: "text-embedding-3-large" })).dimensions).toBe(3072);
  expect((await models.embedder({ model: "shared" })).dimensions).toBe(512);
});

test.each([
  ["gemini", "Use openai or local, or ask the operator to set it up: npm run postern -- model set"],
  ["anthropic", "Use openai or local, or ask the operator to set it up: npm run postern -- model set"],
  ["__proto__", "Use openai or local, or ask the operator to set it up: npm run postern -- model set"],
])("offers what is set up instead of %s", async (provider, next) => {
  await expect(modelsOf({}, shared).embedder({ provider })).rejects.toMatchObject({
    code: "model_missing",
    message: `The embedding provider "${provider}" is not set up.`,
    details: { next },
  });
});

test("gives the deployment's key to no tenant's provider", async () => {
  const script = await scriptModel(vector);
  const own = { provider: "openai", model: "own", url: script.url };
  await (await modelsOf({ embedding: own }, shared).embedder()).embed(["a"], "query");
  expect((await script.requests())[0]?.headers).not.toHaveProperty("authorization");
  await expect(modelsOf({ embedding: { provider: "openai" } }, shared).embedder()).rejects.toMatchObject({
    code: "model_missing",
    message: 'There is no key for the model provider "openai".',
    details: { next: expect.stringContaining("set the secret EMBEDDING_KEY") },
  });
});

test("opens no key that was sealed for another tenant or for another use", async () => {
  const sealed = await sealFor("text");
  const own = { text: { provider: "openai", sealed }, embedding: { provider: "openai", sealed } };
  const unreadable = { code: expect.stringMatching(/_unreadable$/) };
  await expect(modelsOf(own, {}, "other").textModel()).rejects.toMatchObject(unreadable);
  await expect(modelsOf(own).embedder()).rejects.toMatchObject(unreadable);
  expect(await modelsOf(own).textModel()).toMatchObject({ provider: "openai", model: "gpt-6-luna" });
});

test.each([
  [{ EMBEDDING_PROVIDER: "opneai" }, "EMBEDDING_PROVIDER is none of"],
  [{ EMBEDDING_PROVIDER: "workers-ai" }, "no binding to Workers AI"],
  [{ EMBEDDING_PROVIDER: "openai", EMBEDDING_KEY: "a b" }, "holds characters that no key has"],
])("says what is missing with %j, to those who ask for it", async (settings, message) => {
  const models = modelsOf({}, settings);
  await expect(models.embedder()).rejects.toMatchObject({
    code: "model_missing",
    message: expect.stringContaining(message),
  });
  expect(await models.textModel()).toBeUndefined();
  expect(await models.embedder({ provider: "local" })).toMatchObject({ provider: "local" });
});

test("has no other local model than the one there is", async () => {
  const models = modelsOf({ embedding: { provider: "local", dimensions: 7 } });
  await expect(models.embedder()).rejects.toMatchObject({ code: "model_missing" });
  const { model, dimensions = 0 } = localEmbedder;
  expect(await modelsOf({ embedding: { provider: "local", model, dimensions } }).embedder()).toBe(localEmbedder);
});

test.each([
  { TEXT_PROVIDER: "openai", TEXT_URL: "http://models.example.com/v1" },
  { TEXT_PROVIDER: "openai", TEXT_URL: "https://localhost/v1" },
  { TEXT_PROVIDER: "ollama" },
])("asks nobody at %j in production", async (settings) => {
  const models = modelsOf({}, { ...settings, LOCAL_PROXY: "" });
  await expect(models.textModel()).rejects.toMatchObject({ code: "model_missing" });
});
