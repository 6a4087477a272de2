import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let client = new Client({ name: "listener", version: "1" });
let notices: string[] = [];
const schema = `watched_${crypto.randomUUID().slice(0, 8)}`;
const database = new pg.Client(inject("postgresUrl").replace(/\/postgres$/, "/shop"));
const patience = { timeout: 10_000, interval: 50 };

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  await database.connect();
  await database.query(`CREATE SCHEMA ${schema}; GRANT USAGE ON SCHEMA ${schema} TO postern_reader;
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO postern_reader`);
});

afterAll(async () => {
  await database.query(`DROP SCHEMA ${schema} CASCADE`);
  await database.end();
  await worker?.stop();
});

async function connect(watchIntervalMs: number): Promise<Record<string, string>> {
  const url = worker?.url ?? new URL("http://localhost");
  const headers = await createSocketCaller(url, { policy: { watchIntervalMs, allowedSchemas: [schema] } });
  client = new Client({ name: "listener", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  client.setNotificationHandler("notifications/resources/list_changed", () => void notices.push("list"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void notices.push(params.uri));
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  return headers;
}

beforeEach(() => {
  notices = [];
});

afterEach(async () => {
  await client.close();
});

/** The number of sessions that the caller's token has in Postgres now, listening or reading. */
async function sessions(headers: Record<string, string>): Promise<number> {
  const [, tokenId = ""] = /pst_([^_]+)_/.exec(headers["authorization"] ?? "") ?? [];
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE starts_with(application_name, $1) OR query LIKE 'LISTEN postern%'",
    [`postern ${tokenId} `],
  );
  return rows[0]?.count ?? 0;
}

/** Waits until the watch has taken its first look, so that what follows is a change. */
async function untilWatching(): Promise<void> {
  await vi.waitFor(async () => {
    await database.query(`COMMENT ON SCHEMA ${schema} IS 'touched'`);
    await database.query(`CREATE TABLE IF NOT EXISTS ${schema}.first (id int)`);
    await database.query(`COMMENT ON TABLE ${schema}.first IS '${crypto.randomUUID()}'`);
    expect(notices).toContain(`postgres:///${schema}/first`);
  }, patience);
  notices = [];
}

test("tells of a table added while a client listens, and the new resource can be read", async () => {
  await connect(100);
  const subscription = await client.listen({
    resourcesListChanged: true,
    toolsListChanged: true,
    resourceSubscriptions: [`postgres:///${schema}/first`],
  });
  expect(subscription.honoredFilter).toEqual({
    resourcesListChanged: true,
    toolsListChanged: true,
    resourceSubscriptions: [`postgres:///${schema}/first`],
  });
  await untilWatching();
  await database.query(`CREATE TABLE ${schema}.second (id int PRIMARY KEY)`);
  await vi.waitFor(() => expect(notices).toContain("list"), patience);
  const { contents } = await client.readResource({ uri: `postgres:///${schema}/second` });
  expect(JSON.stringify(contents)).toContain("id");
  notices = [];
  await database.query(`ALTER TABLE ${schema}.first ADD COLUMN more text`);
  await vi.waitFor(() => expect(notices).toEqual([`postgres:///${schema}/first`]), patience);
  await subscription.close();
});

test("hears a NOTIFY at once instead of waiting for the next look", async () => {
  const headers = await connect(600_000);
  const subscription = await client.listen({ resourcesListChanged: true });
  await vi.waitFor(async () => expect(await sessions(headers)).toBeGreaterThan(0), patience);
  await vi.waitFor(async () => {
    await database.query(`CREATE TABLE ${schema}.t${crypto.randomUUID().slice(0, 8)} (id int)`);
    await database.query("NOTIFY postern_schema");
    expect(notices).toContain("list");
  }, patience);
  await subscription.close();
});

test("stops watching when the stream is closed", async () => {
  const headers = await connect(100);
  const subscription = await client.listen({ resourcesListChanged: true });
  await vi.waitFor(async () => expect(await sessions(headers)).toBeGreaterThan(0), patience);
  await subscription.close();
  await vi.waitFor(async () => expect(await sessions(headers)).toBe(0), patience);
});

test("says so when the database is down, instead of listening to nothing", async () => {
  const url = worker?.url ?? new URL("http://localhost");
  const headers = await createSocketCaller(url, {
    databaseUrl: inject("readerUrl").replace(/:\d+\//, ":1/"),
    policy: { watchIntervalMs: 100 },
  });
  client = new Client({ name: "listener", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
  await expect(client.listen({ resourcesListChanged: true })).rejects.toThrow();
});

test("misses nothing that changes right after the client was told that it listens", async () => {
  await connect(100);
  const subscription = await client.listen({ resourcesListChanged: true });
  await database.query(`CREATE TABLE ${schema}.t${crypto.randomUUID().slice(0, 8)} (id int)`);
  await vi.waitFor(() => expect(notices).toContain("list"), patience);
  await subscription.close();
});

/** Takes the token away, as the operator of whichever tenant it belongs to. */
async function revoke(headers: Record<string, string>, query: string): Promise<void> {
  const url = worker?.url ?? new URL("http://localhost");
  const [, tokenId = ""] = /pst_([^_]+)_/.exec(headers["authorization"] ?? "") ?? [];
  const admin = { authorization: `Bearer ${inject("workerSettings").ADMIN_TOKEN}` };
  const { tenants } = (await (await fetch(new URL("/admin/tenants", url), { headers: admin })).json()) as {
    tenants: { id: string }[];
  };
  for (const { id } of tenants) {
    await fetch(new URL(`/admin/tenants/${id}/tokens/${tokenId}${query}`, url), { method: "DELETE", headers: admin });
  }
}

test("ends the stream of a token that was revoked", async () => {
  const headers = await connect(100);
  const subscription = await client.listen({ resourcesListChanged: true });
  await vi.waitFor(async () => expect(await sessions(headers)).toBeGreaterThan(0), patience);
  await revoke(headers, "");
  expect(await subscription.closed).toBe("graceful");
  await vi.waitFor(async () => expect(await sessions(headers)).toBe(0), patience);
});

test("ends the stream of a token that was revoked now, however far off its next look is", async () => {
  const headers = await connect(600_000);
  const subscription = await client.listen({ resourcesListChanged: true });
  await vi.waitFor(async () => expect(await sessions(headers)).toBeGreaterThan(0), patience);
  await revoke(headers, "?now=1");
  expect(await subscription.closed).toBe("graceful");
  await vi.waitFor(async () => expect(await sessions(headers)).toBe(0), patience);
});

test("refuses an eleventh stream of one token", async () => {
  await connect(600_000);
  const open = [];
  for (let count = 0; count < 10; count += 1) open.push(await client.listen({ resourcesListChanged: true }));
  await expect(client.listen({ resourcesListChanged: true })).rejects.toThrow();
  for (const subscription of open) await subscription.close();
});

test("opens no more than ten streams of one token when they are asked for at once", async () => {
  await connect(600_000);
  const asked = Array.from({ length: 16 }, () => client.listen({ resourcesListChanged: true }));
  const outcomes = await Promise.allSettled(asked);
  const open = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(open).toHaveLength(10);
  for (const subscription of open) await subscription.close();
});

test("counts no stream for a message that opens none", async () => {
  const headers = await connect(600_000);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} });
  for (let count = 0; count < 12; count += 1) {
    const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
    expect(await (await fetch(new URL("/mcp", worker?.url), init)).text()).toContain("-32601");
  }
  await (await client.listen({ resourcesListChanged: true })).close();
});
