import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { saveConnection } from "../../src/tenants/connection-store.ts";
import { parseConnectionString } from "../../src/tenants/connection-string.ts";
import { modelUses } from "../../src/tenants/model-uses.ts";
import { modelSealId } from "../../src/tenants/model-seal.ts";
import { saveModel } from "../../src/tenants/model-store.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { countKeys, rewrapPage } from "../../src/tenants/rewrap.ts";
import { unseal } from "../../src/tenants/sealing.ts";
import { loadTenant, saveTenant } from "../../src/tenants/tenant-store.ts";
import { admin } from "../support/worker.ts";

const kv = env.POSTERN_KV;
const newKey = (id: string): string => `${id}:${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;
const [old, fresh] = [newKey("old"), newKey("fresh")];
const both = `${fresh},${old}`;
// Each with two connections, the last ten with models too; and one that has models alone.
const tenants = Array.from({ length: 60 }, (_, index) => `rewrap-${String(index).padStart(2, "0")}`);
const thinker = "thinker";
const withModels = [...tenants.slice(50), thinker];

async function sealTenant(keys: string, id: string): Promise<void> {
  await saveTenant(kv, { id, name: id, policy: completePolicy({}) });
  for (const alias of id === thinker ? [] : ["a", "b"]) {
    const target = parseConnectionString(`postgres://u:${id}-${alias}@db.example.com/d`, false);
    await saveConnection(kv, keys, id, { id: alias, target });
  }
  for (const use of withModels.includes(id) ? modelUses : [])
    await saveModel(kv, keys, id, use, { provider: "openai", key: `${id}-${use}` });
}

let original: ReadonlyMap<string, string>;

/** All of KV, by key. */
async function readStorage(): Promise<Map<string, string>> {
  const { keys } = await kv.list();
  return new Map(await Promise.all(keys.map(async ({ name }) => [name, (await kv.get(name)) ?? ""] as const)));
}

beforeAll(async () => {
  await Promise.all([...tenants, thinker].map((id) => sealTenant(old, id)));
  original = await readStorage();
}, 30_000);

beforeEach(async () => {
  const present = await readStorage();
  const changed = [...original].filter(([name, text]) => present.get(name) !== text);
  await Promise.all(changed.map(([name, text]) => kv.put(name, text)));
});

async function rewrapAll(setting: string, maxPages = Infinity) {
  const total = { rewrapped: 0, alreadyCurrent: 0, failed: 0, pages: 0 };
  let cursor: string | undefined;
  do {
    const page = await rewrapPage(kv, setting, cursor);
    total.rewrapped += page.rewrapped;
    total.alreadyCurrent += page.alreadyCurrent;
    total.failed += page.failed.length;
    total.pages += 1;
    ({ cursor } = page);
  } while (cursor !== undefined && total.pages < maxPages);
  return total;
}

async function opens(setting: string): Promise<number> {
  let opened = 0;
  for (const id of [...tenants, thinker]) {
    const { connections, models } = await loadTenant(kv, id);
    const secrets = [
      ...connections.map(({ id: alias, sealed }) => [alias, alias, sealed] as const),
      ...modelUses.map((use) => [modelSealId(use), use, models[use]?.sealed] as const),
    ];
    for (const [name, content, sealed] of secrets) {
      const secret = sealed && (await unseal(setting, id, name, sealed).catch(() => undefined));
      if (secret === undefined) continue;
      expect(secret).toContain(`${id}-${content}`);
      opened += 1;
    }
  }
  return opened;
}

test("seals everything anew page by page; afterwards only the new key opens it", async () => {
  expect(await rewrapAll(both)).toEqual({ rewrapped: 142, alreadyCurrent: 0, failed: 0, pages: 4 });
  expect(await opens(fresh)).toBe(142);
  expect(await opens(old)).toBe(0);
  expect(await rewrapAll(both)).toEqual({ rewrapped: 0, alreadyCurrent: 142, failed: 0, pages: 4 });
  const { models } = await loadTenant(kv, thinker);
  expect(models).toMatchObject({ embedding: { provider: "openai" }, text: { provider: "openai" } });
});

test("goes on after an interruption without doing anything twice", async () => {
  expect(await rewrapAll(both, 1)).toMatchObject({ rewrapped: 50 });
  expect(await opens(both)).toBe(142);
  expect(await rewrapAll(both)).toMatchObject({ rewrapped: 92, alreadyCurrent: 50 });
});

test("leaves what no key opens as it is, names it, and does the rest", async () => {
  const [first = "", second = ""] = tenants;
  const moved = await kv.get(`connections:${second}`);
  await kv.put(`connections:${first}`, moved?.replace(second, first) ?? "");
  const page = await rewrapPage(kv, both, undefined);
  expect(page.failed).toEqual([
    { tenant: first, secret: 'connection "a"', keyId: "old" },
    { tenant: first, secret: 'connection "b"', keyId: "old" },
  ]);
  expect(page.rewrapped).toBe(48);
});

test("moves no model's key from one tenant to another, and writes no record but the one it read", async () => {
  const [from = "", to = ""] = withModels;
  await kv.put(`models:${to}`, (await kv.get(`models:${from}`)) ?? "");
  const untouched = await kv.get(`models:${to}`);
  expect(await rewrapAll(both)).toMatchObject({ rewrapped: 140, failed: 2 });
  expect(await kv.get(`models:${to}`)).toBe(untouched);
  const { models } = await loadTenant(kv, from);
  expect(models.text?.sealed?.keyId).toBe("fresh");
});

test("names a secret whose record is damaged, and does the rest", async () => {
  const record = await kv.get(`models:${thinker}`);
  await kv.put(`models:${thinker}`, record?.replace(/"iv":"[^"]*"/, '"iv":"%"') ?? "");
  const last = await rewrapPage(kv, both, "1.");
  expect(last.failed).toEqual([{ tenant: thinker, secret: "key of the embedding model", keyId: "old" }]);
  expect(last.rewrapped).toBe(21);
});

test("counts the secrets under each key, also of a tenant that has models alone", async () => {
  await rewrapPage(kv, both, undefined);
  const counts: Record<string, number> = {};
  let cursor: string | undefined;
  do {
    const page = await countKeys(kv, both, cursor);
    expect(page).toMatchObject({ current: "fresh", configured: ["fresh", "old"] });
    for (const [id, count] of Object.entries(page.counts)) counts[id] = (counts[id] ?? 0) + count;
    ({ cursor } = page);
  } while (cursor !== undefined);
  expect(counts).toEqual({ fresh: 50, old: 92 });
});

test("serves both over the admin API", async () => {
  const status = await (await admin("GET", "/keys")).json<{ current: string }>();
  expect(status).toMatchObject({ current: "test", counts: { old: 50 }, cursor: expect.any(String) });
  const page = await (await admin("POST", "/keys/rewrap", {})).json();
  expect(page).toMatchObject({ current: "test", rewrapped: 0, cursor: expect.any(String) });
});

test("refuses a cursor that no page gave", async () => {
  for (const cursor of ["2.", "x", "0", "9.abc"]) {
    const answer = await admin("GET", `/keys?cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_cursor" } });
  }
});
