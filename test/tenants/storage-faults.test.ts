import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { readRecords, rememberRecord } from "../../src/tenants/record-cache.ts";
import { admin, call, callQuery, createCaller, type Reply } from "../support/worker.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Get = (key: string | string[], type: unknown) => Promise<unknown>;

/** Puts something between the Worker and its KV for reads. */
function interpose(answer: (real: Get, ...args: Parameters<Get>) => Promise<unknown>): void {
  const real = env.POSTERN_KV.get.bind(env.POSTERN_KV) as unknown as Get;
  vi.spyOn(env.POSTERN_KV, "get").mockImplementation(((...args: Parameters<Get>) => answer(real, ...args)) as never);
}

function expectUnavailable(reply: Reply): void {
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(reply.json.error.data).toMatchObject({ code: "storage_unavailable", retryable: true });
}

test("answers 503 while KV fails, and 200 as soon as it works again", async () => {
  const { token } = await createCaller();
  interpose(() => Promise.reject(new Error("KV GET failed: 500")));
  expectUnavailable(await call(token, "ping"));
  vi.restoreAllMocks();
  expect((await call(token, "ping")).status).toBe(200);
});

test("goes on with what a warm isolate knows while KV fails, and no longer than its cache", async () => {
  const { token } = await createCaller();
  expect((await call(token, "ping")).status).toBe(200);
  interpose(() => Promise.reject(new Error("KV GET failed: 500")));
  expect((await call(token, "ping")).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 30_001, toFake: ["Date"] });
  expectUnavailable(await call(token, "ping"));
});

test("answers 503 when KV does not answer in time", async () => {
  const { token } = await createCaller();
  interpose(() => new Promise(() => undefined));
  expectUnavailable(await call(token, "ping"));
});

test("answers 503 when a record is not JSON", async () => {
  const { token, tenant } = await createCaller();
  await env.POSTERN_KV.put(`tenant:${tenant}`, "{ half a rec");
  expectUnavailable(await call(token, "ping"));
});

test("never serves the record of another tenant, whatever KV returns", async () => {
  const [mine, other] = [await createCaller(), await createCaller()];
  interpose(async (real, key, type) => {
    const found = await real(key, type);
    if (!Array.isArray(key)) return found;
    const swapped = (await real(
      key.map((name) => name.replace(mine.tenant, other.tenant)),
      type,
    )) as Map<string, unknown>;
    return new Map(key.map((name) => [name, swapped.get(name.replace(mine.tenant, other.tenant))]));
  });
  expectUnavailable(await call(mine.token, "ping"));
  vi.restoreAllMocks();
  expect((await call(mine.token, "ping")).status).toBe(200);
});

test("does not take one token's record for another's", async () => {
  const [mine, other] = [await createCaller(), await createCaller()];
  const { keys } = await env.POSTERN_KV.list({ prefix: "token:" });
  const records = await Promise.all(keys.map(({ name }) => env.POSTERN_KV.get<{ id: string }>(name, "json")));
  const stale = records.find((record) => record?.id === other.tokenId);
  interpose((real, key, type) =>
    typeof key === "string" && key.startsWith("token:") ? Promise.resolve(stale) : real(key, type),
  );
  expect((await call(mine.token, "ping")).status).toBe(401);
});

test("opens no connection that was copied from one tenant to another", async () => {
  const [victim, thief] = [await createCaller(), await createCaller()];
  const stolen = await env.POSTERN_KV.get(`connections:${victim.tenant}`);
  const relabelled = stolen?.replace(victim.tenant, thief.tenant) ?? "";
  expect(relabelled).not.toBe(stolen);
  await env.POSTERN_KV.put(`connections:${thief.tenant}`, relabelled);
  const { structuredContent } = await callQuery(thief.token, { query: "SELECT 1" });
  expect(structuredContent).toMatchObject({ code: "connection_unreadable", retryable: false });
  const check = await admin("POST", `/tenants/${thief.tenant}/connections/main/check`, {});
  expect(await check.json()).toMatchObject({ check: { reachable: false, code: "connection_unreadable" } });
});

test("serves a stale record no longer than KV itself does", async () => {
  const { token, tenant } = await createCaller();
  expect((await callQuery(token, { query: "SELECT 1" })).isError).toBeUndefined();
  const old = await env.POSTERN_KV.get(`tenant:${tenant}`);
  await admin("PATCH", `/tenants/${tenant}`, { policy: { allowedTools: ["server_info"] } });
  interpose(async (real, key, type) => {
    const found = await real(key, type);
    if (found instanceof Map && found.has(`tenant:${tenant}`)) found.set(`tenant:${tenant}`, JSON.parse(old ?? ""));
    return found;
  });
  expect((await callQuery(token, { query: "SELECT 1" })).isError).toBeUndefined();
  vi.restoreAllMocks();
  vi.useFakeTimers({ now: Date.now() + 30_001, toFake: ["Date"] });
  const late = await call(token, "tools/call", { name: "query", arguments: { query: "SELECT 1" } });
  expect(late.json.error.data.code).toBe("tool_not_found");
});

test("can delete a tenant whose deletion failed before, and leaves nothing to a later one of its name", async () => {
  const { tenant } = await createCaller();
  const real = env.POSTERN_KV.delete.bind(env.POSTERN_KV);
  for (const broken of [`connections:${tenant}`, `tenant:${tenant}`]) {
    vi.spyOn(env.POSTERN_KV, "delete").mockImplementation((key) =>
      key === broken ? Promise.reject(new Error("KV DELETE failed: 500")) : real(key),
    );
    expect((await admin("DELETE", `/tenants/${tenant}`)).status).toBe(503);
    vi.restoreAllMocks();
  }
  expect((await admin("DELETE", `/tenants/${tenant}`)).status).toBe(204);
  const { keys } = await env.POSTERN_KV.list();
  expect(keys.map(({ name }) => name).filter((name) => name.includes(tenant))).toEqual([]);
});

test("answers with a record that was known when it was asked for, though it is forgotten meanwhile", async () => {
  const [known, fresh] = [`tenant:${crypto.randomUUID()}`, `choice:${crypto.randomUUID()}`];
  rememberRecord(known, "known");
  for (let count = 0; count < 3999; count += 1) rememberRecord(`other:${String(count)}`, count);
  // Remembering the fresh one makes the oldest be forgotten, which is the known one.
  expect(await readRecords(env.POSTERN_KV, [known, fresh])).toEqual(["known", null]);
});
