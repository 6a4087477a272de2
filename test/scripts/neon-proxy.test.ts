import { neon, neonConfig } from "@neondatabase/serverless";
import { expect, inject, test, vi } from "vitest";
import WebSocket from "ws";
import { countRunning, neonClient, postSql, type SqlAnswer } from "./proxy-client.ts";

const address = inject("proxyAddress");
const databaseUrl = inject("postgresUrl");

async function post(body: unknown, headers: Record<string, string> = {}): Promise<SqlAnswer> {
  return postSql({ address, databaseUrl, body, headers });
}

test("a batch runs in one transaction and answers every statement", async () => {
  const current = { query: "SELECT pg_current_xact_id()::text AS id" };
  const { body } = await post({ queries: [current, current] });
  const ids = body.results?.map((result) => result.rows[0]?.["id"]);
  expect(ids).toHaveLength(2);
  expect(ids?.[0]).toBe(ids?.[1]);
});

test("a batch sent as read only refuses to write", async () => {
  const { status, body } = await post(
    { queries: [{ query: "CREATE TABLE written (id int)" }] },
    { "neon-batch-read-only": "true" },
  );
  expect({ status, code: body.code }).toEqual({ status: 400, code: "25006" });
});

test("a batch runs at the isolation level it asks for", async () => {
  const { body } = await post(
    { queries: [{ query: "SHOW transaction_isolation" }] },
    { "neon-batch-isolation-level": "Serializable" },
  );
  expect(body.results?.[0]?.rows).toEqual([{ transaction_isolation: "serializable" }]);
});

test("an unknown isolation level is refused", async () => {
  const { status, body } = await post({ queries: [{ query: "SELECT 1" }] }, { "neon-batch-isolation-level": "Chaos" });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "22023" });
});

test("a second statement in one query is refused", async () => {
  const { status, body } = await post({ query: "SELECT 1; SELECT 2" });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "42601" });
});

test("a setting made by one request is gone in the next", async () => {
  // One connection only would prove it, so the setting is looked for on all the pool may hold.
  await post({ query: "SELECT set_config('auth.tenant_id', 'leak', false)" });
  const read = { query: "SELECT current_setting('auth.tenant_id', true) AS value" };
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(read)));
  for (const { body } of answers) expect(body.rows?.[0]?.["value"]).not.toBe("leak");
});

test("a caller who goes away has the running statement cancelled", async () => {
  const marker = `cancel-${crypto.randomUUID()}`;
  const caller = new AbortController();
  const body = { query: `SELECT pg_sleep(120) /* ${marker} */` };
  const call = postSql({ address, databaseUrl, body, signal: caller.signal });
  const ended = expect(call).rejects.toThrow(/abort/i);
  await vi.waitUntil(async () => (await countRunning(databaseUrl, marker)) === 1, { timeout: 10_000 });
  caller.abort();
  await ended;
  await vi.waitUntil(async () => (await countRunning(databaseUrl, marker)) === 0, { timeout: 10_000 });
});

test("a host that is not this machine is refused over HTTP", async () => {
  const { status, body } = await post(
    { query: "SELECT 1" },
    { "neon-connection-string": "postgresql://user:secret@192.0.2.1/db" },
  );
  expect({ status, code: body.code }).toEqual({ status: 400, code: "08001" });
  expect(body.message).toBe("This proxy does not connect to 192.0.2.1:5432");
});

test("a host that is not this machine is refused over WebSocket", async () => {
  const socket = new WebSocket(`ws://${address}/v2?address=192.0.2.1:5432`);
  const error = await new Promise<Error>((resolve) => socket.once("error", resolve));
  expect(error.message).toContain("403");
});

test("a database that cannot be reached is reported as JSON", async () => {
  const { status, body } = await post(
    { query: "SELECT 1" },
    { "neon-connection-string": "postgresql://user:secret@127.0.0.1:1/db" },
  );
  expect({ status, code: body.code }).toEqual({ status: 400, code: "08001" });
  expect(body.message).toContain("ECONNREFUSED");
});

test("a database that cannot be reached is reported to Neon's driver over WebSocket", async () => {
  const client = neonClient(address, "postgresql://user:secret@127.0.0.1:1/db");
  await expect(client.connect()).rejects.toMatchObject({
    code: "08001",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a wrong password is reported in the server's own words", async () => {
  const url = new URL(databaseUrl);
  url.password = "wrong";
  const { status, body } = await post({ query: "SELECT 1" }, { "neon-connection-string": url.href });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "28P01" });
});

test("params that are not a list are refused, not taken for a broken connection", async () => {
  const { status, body } = await post({ query: "SELECT $1", params: "one" });
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 400,
    code: null,
    message: "The params of a query are not a list",
  });
});

test("Neon's own driver reads rows over HTTP", async () => {
  neonConfig.fetchEndpoint = () => `http://${address}/sql`;
  const sql = neon(databaseUrl);
  const big = "9007199254740993";
  expect(await sql`SELECT ${big}::bigint AS id, ARRAY[1, 2] AS list`).toEqual([{ id: big, list: [1, 2] }]);
});

test("Neon's own driver keeps a session over WebSocket", async () => {
  const client = neonClient(address, databaseUrl);
  await client.connect();
  await client.query("CREATE TEMP TABLE kept AS SELECT repeat('x', 1000000) AS text");
  const { rows } = await client.query("SELECT text FROM kept, generate_series(1, 8)");
  await client.end();
  expect(rows.map((row: { text: string }) => row.text.length)).toEqual(Array(8).fill(1_000_000));
});

test("the round trips served are counted", async () => {
  const read = async (): Promise<number> => {
    const response = await fetch(`http://${address}/stats`);
    return ((await response.json()) as { sqlRequests: number }).sqlRequests;
  };
  const before = await read();
  await post({ query: "SELECT 1" });
  // Other tests share the proxy, so it may have counted more than this one request.
  expect(await read()).toBeGreaterThan(before);
});
