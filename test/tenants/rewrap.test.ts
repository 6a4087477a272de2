import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { saveConnection } from "../../src/tenants/connection-store.ts";
import { parseConnectionString } from "../../src/tenants/connection-string.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import { countKeys, rewrapPage } from "../../src/tenants/rewrap.ts";
import { unseal } from "../../src/tenants/sealing.ts";
import { loadTenant, saveTenant } from "../../src/tenants/tenant-store.ts";
import { admin } from "../support/worker.ts";

const kv = env.POSTERN_KV;
const newKey = (id: string): string => `${id}:${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;
const [old, fresh] = [newKey("old"), newKey("fresh")];
const both = `${fresh},${old}`;
const tenants = Array.from({ length: 60 }, (_, index) => `rewrap-${String(index).padStart(2, "0")}`);

async function setUp(keys: string): Promise<void> {
  const { keys: stored } = await kv.list();
  await Promise.all(stored.map(({ name }) => kv.delete(name)));
  for (const id of tenants) {
    await saveTenant(kv, { id, name: id, policy: completePolicy({}) });
    for (const alias of ["a", "b"]) {
      const target = parseConnectionString(`postgres://u:${id}-${alias}@db.example.com/d`, false);
      await saveConnection(kv, keys, id, { id: alias, target });
    }
  }
}

beforeEach(async () => {
  await setUp(old);
}, 30_000);

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
  for (const id of tenants) {
    for (const { id: alias, sealed } of (await loadTenant(kv, id)).connections) {
      const secret = await unseal(setting, id, alias, sealed).catch(() => undefined);
      if (secret === undefined) continue;
      expect(secret).toContain(`${id}-${alias}`);
      opened += 1;
    }
  }
  return opened;
}

test("seals everything anew page by page; afterwards only the new key opens it", async () => {
  expect(await rewrapAll(both)).toEqual({ rewrapped: 120, alreadyCurrent: 0, failed: 0, pages: 3 });
  expect(await opens(fresh)).toBe(120);
  expect(await opens(old)).toBe(0);
  expect(await rewrapAll(both)).toEqual({ rewrapped: 0, alreadyCurrent: 120, failed: 0, pages: 3 });
});

test("goes on after an interruption without doing anything twice", async () => {
  expect(await rewrapAll(both, 1)).toMatchObject({ rewrapped: 50 });
  expect(await opens(both)).toBe(120);
  expect(await rewrapAll(both)).toMatchObject({ rewrapped: 70, alreadyCurrent: 50 });
});

test("leaves what no key opens as it is, names it, and does the rest", async () => {
  const moved = await kv.get(`connections:${tenants[1] ?? ""}`);
  await kv.put(`connections:${tenants[0] ?? ""}`, moved?.replace(tenants[1] ?? "", tenants[0] ?? "") ?? "");
  const page = await rewrapPage(kv, both, undefined);
  expect(page.failed).toEqual([
    { tenant: tenants[0], connection: "a", keyId: "old" },
    { tenant: tenants[0], connection: "b", keyId: "old" },
  ]);
  expect(page.rewrapped).toBe(48);
});

test("counts the connections under each key", async () => {
  await rewrapPage(kv, both, undefined);
  const counts: Record<string, number> = {};
  let cursor: string | undefined;
  do {
    const page = await countKeys(kv, both, cursor);
    expect(page).toMatchObject({ current: "fresh", configured: ["fresh", "old"] });
    for (const [id, count] of Object.entries(page.counts)) counts[id] = (counts[id] ?? 0) + count;
    ({ cursor } = page);
  } while (cursor !== undefined);
  expect(counts).toEqual({ fresh: 50, old: 70 });
});

test("serves both over the admin API", async () => {
  const status = await (await admin("GET", "/keys")).json<{ current: string }>();
  expect(status).toMatchObject({ current: "test", counts: { old: 50 }, tenants: 25, cursor: expect.any(String) });
  const page = await (await admin("POST", "/keys/rewrap", {})).json();
  expect(page).toMatchObject({ current: "test", rewrapped: 0, cursor: expect.any(String) });
});
