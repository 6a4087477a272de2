import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { admin, call, callQuery, createCaller } from "../support/worker.ts";

interface Shown {
  readonly id: string;
  readonly subject: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt?: string;
  readonly rotatedTo?: string;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const listed = async (tenant: string): Promise<readonly Shown[]> =>
  (await (await admin("GET", `/tenants/${tenant}/tokens`)).json<{ tokens: Shown[] }>()).tokens;

const rotate = async (tenant: string, id: string, body: object): Promise<Response> =>
  await admin("POST", `/tenants/${tenant}/tokens/${id}/rotate`, body);

test("rotates a token: both work during the overlap, then only the new one, with the same identity", async () => {
  const { tenant, token, tokenId } = await createCaller({
    token: { label: "laptop", email: "ann@example.org", expiresInDays: 90 },
  });
  const answer = await rotate(tenant, tokenId, { overlapHours: 2 });
  expect(answer.status).toBe(201);
  const rotated = await answer.json<{ token: string; record: Shown; previous: Shown }>();
  expect(rotated.record).toMatchObject({
    label: "laptop",
    email: "ann@example.org",
    subject: `postern|${tokenId}`,
    rotatedFrom: tokenId,
  });
  expect(rotated.previous).toMatchObject({ id: tokenId, rotatedTo: rotated.record.id });
  expect(JSON.stringify(rotated.record)).not.toContain("hash");
  for (const bearer of [token, rotated.token]) expect((await call(bearer, "ping")).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ["Date"] });
  expect((await call(token, "ping")).status).toBe(401);
  expect((await call(rotated.token, "ping")).status).toBe(200);
});

test("ends the old token at once without an overlap", async () => {
  const { tenant, token, tokenId } = await createCaller();
  const { token: fresh } = await (await rotate(tenant, tokenId, { overlapHours: 0 })).json<{ token: string }>();
  expect((await call(token, "ping")).status).toBe(401);
  expect((await call(fresh, "ping")).status).toBe(200);
  expect((await listed(tenant)).map(({ id }) => id)).not.toContain(tokenId);
});

test("keeps the chosen connection across a rotation", async () => {
  const { tenant, token, tokenId } = await createCaller();
  await admin("POST", `/tenants/${tenant}/connections`, {
    id: "other",
    url: env.READER_URL.replace(/\/[^/]+$/, "/postgres"),
  });
  await callQuery(token, { query: "set default database to other" });
  const { token: fresh } = await (await rotate(tenant, tokenId, {})).json<{ token: string }>();
  const { structuredContent } = await callQuery(fresh, { query: "SELECT current_database()" });
  expect(structuredContent.rows).toEqual([["postgres"]]);
});

test("refuses to rotate a token twice, or one that is not there", async () => {
  const { tenant, tokenId } = await createCaller();
  expect((await rotate(tenant, tokenId, {})).status).toBe(201);
  expect((await rotate(tenant, tokenId, {})).status).toBe(409);
  expect((await rotate(tenant, "nobody", {})).status).toBe(404);
  expect((await rotate(tenant, tokenId, { overlapHours: -1 })).status).toBe(400);
});

test.each([
  ["an unknown connection", { connections: ["nowhere"] }],
  ["an empty list of connections", { connections: [] }],
  ["an unknown scope", { scopes: ["root"] }],
  ["a subject without a provider", { subject: "ann" }],
  ["an expiry in the past", { expiresInDays: 0 }],
])("refuses a token with %s", async (_, body) => {
  const { tenant } = await createCaller();
  expect((await admin("POST", `/tenants/${tenant}/tokens`, body)).status).toBe(400);
});

test("tells when a token was last used, with one write for many calls", async () => {
  const { tenant, token, tokenId } = await createCaller();
  expect((await listed(tenant))[0]?.lastUsedAt).toBeUndefined();
  const writes = vi.spyOn(env.POSTERN_KV, "put");
  for (let round = 0; round < 20; round += 1) await call(token, "ping");
  await expect.poll(async () => (await listed(tenant))[0]?.lastUsedAt).toMatch(/^\d{4}-/);
  expect(writes).toHaveBeenCalledTimes(1);
  vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ["Date"] });
  await call(token, "ping");
  expect(writes).toHaveBeenCalledTimes(2);
  expect((await listed(tenant)).map(({ id }) => id)).toEqual([tokenId]);
});

test("says within what bound a revoked token is gone", async () => {
  const { tenant, token, tokenId } = await createCaller();
  const answer = await admin("DELETE", `/tenants/${tenant}/tokens/${tokenId}?now=1`);
  expect(await answer.json()).toEqual({
    revoked: tokenId,
    isolateCacheSeconds: 30,
    kvSeconds: 60,
    cancelledStatements: 0,
    unreachedConnections: [],
  });
  expect((await call(token, "ping")).status).toBe(401);
});

test("revokes a token whose tenant has a database that does not answer, and names it", async () => {
  const { tenant, token, tokenId } = await createCaller();
  const url = Object.assign(new URL(env.READER_URL), { password: "wrong" }).href;
  await admin("POST", `/tenants/${tenant}/connections`, { id: "away", url });
  const answer = await admin("DELETE", `/tenants/${tenant}/tokens/${tokenId}?now=1`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ cancelledStatements: 0, unreachedConnections: ["away"] });
  expect((await call(token, "ping")).status).toBe(401);
});

test("admits a token that another place revoked for no longer than the cache time", async () => {
  const { token } = await createCaller();
  expect((await call(token, "ping")).status).toBe(200);
  // As if the admin call had gone to another isolate: only KV has changed.
  const { keys } = await env.POSTERN_KV.list({ prefix: "token:" });
  for (const { name } of keys) await env.POSTERN_KV.delete(name);
  expect((await call(token, "ping")).status).toBe(200);
  vi.useFakeTimers({ now: Date.now() + 30_001, toFake: ["Date"] });
  expect((await call(token, "ping")).status).toBe(401);
});
