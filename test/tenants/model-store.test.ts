import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { modelSealId } from "../../src/tenants/model-seal.ts";
import { deleteModel, type NewModel, saveModel } from "../../src/tenants/model-store.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { unseal } from "../../src/tenants/sealing.ts";
import { loadTenant, saveTenant } from "../../src/tenants/tenant-store.ts";

const kv = env.POSTERN_KV;
const keys = env.SEALING_KEY;
const KEY = "sk-made-up-for-this-test";
let tenant = "";

beforeEach(async () => {
  tenant = `m-${crypto.randomUUID().slice(0, 8)}`;
  await saveTenant(kv, { id: tenant, name: tenant, policy: completePolicy({}) });
});

const save = (model: NewModel) => saveModel(kv, keys, tenant, "text", model);
const saved = async () => (await loadTenant(kv, tenant)).models.text;

test("seals a key, so that nothing in KV shows it", async () => {
  const { sealed } = await save({ provider: "openai", model: "gpt-x", key: KEY });
  expect(await unseal(keys, tenant, modelSealId("text"), sealed ?? { keyId: "", iv: "", data: "" })).toBe(KEY);
  const { keys: names } = await kv.list();
  for (const { name } of names) expect(await kv.get(name)).not.toContain(KEY);
});

test("keeps the key when only the model or its dimensions change", async () => {
  const { sealed } = await save({ provider: "openai", url: "https://api.example.com/v1", key: KEY });
  await save({ provider: "openai", url: "https://api.example.com/v1", model: "gpt-y", dimensions: 256 });
  expect(await saved()).toEqual({
    provider: "openai",
    url: "https://api.example.com/v1",
    model: "gpt-y",
    dimensions: 256,
    sealed,
  });
});

test.each<[string, NewModel]>([
  ["provider", { provider: "gemini" }],
  ["url", { provider: "openai", url: "https://elsewhere.example.com" }],
  ["provider and url", { provider: "ollama", url: "https://elsewhere.example.com" }],
])("sends no stored key to another place: changing %s needs it again", async (what, change) => {
  await save({ provider: "openai", key: KEY });
  const before = await saved();
  await expect(save(change)).rejects.toMatchObject({
    code: "invalid_arguments",
    message: `Changing ${what} needs the key again.`,
  });
  expect(await saved()).toEqual(before);
});

test("drops a key when told to, and where the provider takes none", async () => {
  await save({ provider: "openai", key: KEY });
  await save({ provider: "openai", url: "https://own.example.com", key: null });
  expect(await saved()).toEqual({ provider: "openai", url: "https://own.example.com" });
  await save({ provider: "openai", key: KEY });
  await save({ provider: "workers-ai" });
  expect(await saved()).toEqual({ provider: "workers-ai" });
});

test("refuses a provider that needs a key without one, unless it is asked at a url of one's own", async () => {
  await expect(save({ provider: "anthropic" })).rejects.toMatchObject({
    message: "The provider anthropic needs a key.",
  });
  expect(await saved()).toBeUndefined();
  await save({ provider: "anthropic", url: "https://own.example.com" });
  await save({ provider: "ollama" });
});

test("removes one use and leaves the other; with the last one its record goes", async () => {
  await save({ provider: "ollama" });
  await saveModel(kv, keys, tenant, "embedding", { provider: "local" });
  await deleteModel(kv, tenant, "text");
  expect((await loadTenant(kv, tenant)).models).toEqual({ tenant, embedding: { provider: "local" } });
  await deleteModel(kv, tenant, "embedding");
  expect(await kv.get(`models:${tenant}`)).toBeNull();
  await expect(deleteModel(kv, tenant, "text")).rejects.toMatchObject({ code: "not_found" });
});
