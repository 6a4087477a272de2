import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { admin, createCaller } from "../support/worker.ts";
import { scriptModel } from "../support/model-script.ts";

const KEY = `sk-${crypto.randomUUID()}`;
const spoken = { choices: [{ message: { content: "ok" }, finish_reason: "stop" }], usage: usageOf(20, 1) };

function usageOf(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

let refusing = "";

beforeAll(async () => {
  refusing = (await scriptModel({ status: 401, body: { error: { message: "no" } } })).url;
});

async function put(tenant: string, use: string, body: unknown) {
  const answer = await admin("PUT", `/tenants/${tenant}/models/${use}`, body);
  return { status: answer.status, body: await answer.json<Record<string, unknown>>() };
}

test("saves a text model, asks it for a word, and says what it answered", async () => {
  const { tenant } = await createCaller();
  const script = await scriptModel({ body: spoken });
  const saved = await put(tenant, "text", { provider: "openai", url: script.url, model: "small", key: KEY });
  expect(saved).toEqual({
    status: 200,
    body: {
      model: { use: "text", source: "tenant", provider: "openai", model: "small", url: script.url, hasKey: true },
      check: { works: true, provider: "openai", model: "small", tokens: 21 },
    },
  });
  const [sent] = await script.requests();
  expect(sent?.headers["authorization"]).toBe(`Bearer ${KEY}`);
  const again = await admin("POST", `/tenants/${tenant}/models/text/check`, {});
  expect(await again.json()).toEqual({ check: saved.body["check"] });
});

test("saves an embedding model and tells how many dimensions its vectors have", async () => {
  const { tenant } = await createCaller();
  const vector = { data: [{ index: 0, embedding: [0.6, 0.8, 0] }], usage: usageOf(2, 0) };
  const script = await scriptModel({ body: vector });
  const { body } = await put(tenant, "embedding", { provider: "openai", url: script.url, model: "tiny", key: KEY });
  expect(body["check"]).toEqual({ works: true, provider: "openai", model: "tiny", dimensions: 3, tokens: 2 });
  const { body: wrong } = await put(tenant, "embedding", {
    provider: "openai",
    url: script.url,
    model: "tiny",
    dimensions: 4,
  });
  expect(wrong).toMatchObject({ model: { dimensions: 4, hasKey: true }, check: { works: false } });
});

test("a model that does not answer is saved all the same, with what is wrong", async () => {
  const { tenant } = await createCaller();
  const { status, body } = await put(tenant, "text", { provider: "openai", url: refusing, key: KEY });
  expect({ status, check: body["check"] }).toMatchObject({
    status: 200,
    check: { works: false, code: "model_rejected", message: expect.stringContaining("does not accept the key") },
  });
  const shown = await admin("GET", `/tenants/${tenant}/models/text`);
  expect(await shown.json()).toMatchObject({ model: { source: "tenant", hasKey: true } });
});

test("tells which models a tenant uses when it has none of its own", async () => {
  const { tenant } = await createCaller();
  expect(await (await admin("GET", `/tenants/${tenant}/models`)).json()).toEqual({
    models: [
      {
        use: "embedding",
        source: "built in",
        provider: "local",
        model: "hashed-ngrams-512",
        dimensions: 512,
        hasKey: false,
      },
      { use: "text", source: "none" },
    ],
  });
  const check = async (use: string) => await (await admin("POST", `/tenants/${tenant}/models/${use}/check`, {})).json();
  expect(await check("embedding")).toMatchObject({ check: { works: true, provider: "local", dimensions: 512 } });
  expect(await check("text")).toMatchObject({ check: { works: false, code: "model_missing" } });
});

test("removes a model; the one of the deployment serves again", async () => {
  const { tenant } = await createCaller();
  await put(tenant, "embedding", { provider: "openai", key: KEY, url: refusing });
  expect((await admin("DELETE", `/tenants/${tenant}/models/embedding`)).status).toBe(204);
  expect((await admin("DELETE", `/tenants/${tenant}/models/embedding`)).status).toBe(404);
  const shown = await admin("GET", `/tenants/${tenant}/models/embedding`);
  expect(await shown.json()).toMatchObject({ model: { source: "built in" } });
});

test.each([
  ["PUT", "/models/speech", 404],
  ["GET", "/models/speech", 404],
  ["DELETE", "/models/speech", 404],
  ["POST", "/models/speech/check", 404],
])("%s %s names a use that there is not", async (method, path, status) => {
  const { tenant } = await createCaller();
  const answer = await admin(method, `/tenants/${tenant}${path}`, method === "PUT" ? { provider: "local" } : undefined);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain("embedding or text");
});

test("refuses what is wrong before anything is stored, and for a tenant that there is not", async () => {
  const { tenant } = await createCaller();
  expect((await put(tenant, "text", { provider: "openai" })).body).toMatchObject({
    error: { code: "invalid_arguments", message: "The provider openai needs a key." },
  });
  expect(await put(tenant, "text", { provider: "opneai", key: KEY })).toMatchObject({
    status: 400,
    body: { error: { next: 'Did you mean "openai"?' } },
  });
  expect(await env.POSTERN_KV.get(`models:${tenant}`)).toBeNull();
  expect((await put("nobody", "embedding", { provider: "local" })).status).toBe(404);
  expect(await env.POSTERN_KV.get("models:nobody")).toBeNull();
});

test("shows and stores a model's key nowhere in the clear", async () => {
  const { tenant } = await createCaller();
  const saved = await put(tenant, "text", { provider: "openai", url: refusing, key: KEY });
  const answers = await Promise.all(
    ["/tenants", `/tenants/${tenant}`, `/tenants/${tenant}/models`, `/tenants/${tenant}/models/text`].map(
      async (path) => (await admin("GET", path)).text(),
    ),
  );
  const { keys } = await env.POSTERN_KV.list();
  const stored = await Promise.all(keys.map(({ name }) => env.POSTERN_KV.get(name)));
  for (const text of [JSON.stringify(saved.body), ...answers, ...keys.map(({ name }) => name), ...stored])
    expect(text).not.toContain(KEY);
  for (const text of [JSON.stringify(saved.body), ...answers]) expect(text).not.toContain("sealed");
});

test("opens no key that was copied from one tenant to another", async () => {
  const [victim, thief] = [await createCaller(), await createCaller()];
  const script = await scriptModel({ body: spoken });
  await put(victim.tenant, "text", { provider: "openai", url: script.url, key: KEY });
  const stolen = await env.POSTERN_KV.get(`models:${victim.tenant}`);
  await env.POSTERN_KV.put(`models:${thief.tenant}`, stolen ?? "");
  expect((await admin("POST", `/tenants/${thief.tenant}/models/text/check`, {})).status).toBe(503);
  const relabelled = stolen?.replace(victim.tenant, thief.tenant) ?? "";
  expect(relabelled).not.toBe(stolen);
  await env.POSTERN_KV.put(`models:${thief.tenant}`, relabelled);
  const before = (await script.requests()).length;
  const check = await admin("POST", `/tenants/${thief.tenant}/models/text/check`, {});
  expect(await check.json()).toMatchObject({
    check: { works: false, code: "model_unreadable", next: expect.stringContaining("Set it again") },
  });
  expect(await script.requests()).toHaveLength(before);
});

test("a deleted tenant leaves neither models nor questions to a later one of its name", async () => {
  const { tenant } = await createCaller();
  await put(tenant, "embedding", { provider: "openai", url: refusing, key: KEY });
  const asked = await admin("POST", `/tenants/${tenant}/questions`, { question: "One?", sql: "SELECT 1" });
  expect(asked.status).toBe(201);
  const left = async () =>
    (await env.POSTERN_KV.list()).keys.map(({ name }) => name).filter((name) => name.includes(tenant));
  expect(await left()).toEqual(expect.arrayContaining([`models:${tenant}`, `questions:${tenant}`]));
  expect((await admin("DELETE", `/tenants/${tenant}`)).status).toBe(204);
  expect(await left()).toEqual([]);
  await admin("POST", "/tenants", { id: tenant });
  expect(await (await admin("GET", `/tenants/${tenant}/questions`)).json()).toEqual({ questions: [] });
  expect(await (await admin("GET", `/tenants/${tenant}`)).json()).toMatchObject({ tenant: { models: {} } });
});
