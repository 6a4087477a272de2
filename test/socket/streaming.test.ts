import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let url = new URL("http://localhost");
const database = new pg.Client(inject("postgresUrl"));

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  url = new URL("/mcp", worker.url);
  await database.connect();
});

afterAll(async () => {
  await worker?.stop();
  await database.end();
});

interface Batch {
  offset: number;
  rows: unknown[][];
}

type Progress = { progress: number; _meta?: Record<string, unknown> };

/** Calls `query` with the 1.x or 2.x client and collects what came as progress. */
async function collect(client: OldClient | ModernClient, args: object) {
  const batches: Batch[] = [];
  const onprogress = (progress: Progress): void => {
    batches.push(progress._meta?.["postern/batch"] as Batch);
  };
  const request = { name: "query", arguments: args as Record<string, unknown> };
  const options = { onprogress, timeout: 120_000, resetTimeoutOnProgress: true };
  const result =
    client instanceof OldClient
      ? await client.callTool(request, undefined, options)
      : await client.callTool(request, options);
  return { batches, structured: result.structuredContent as Record<string, unknown>, result };
}

async function oldClient(headers: Record<string, string>): Promise<OldClient> {
  const client = new OldClient({ name: "old", version: "1" });
  await client.connect(new OldTransport(url, { requestInit: { headers } }));
  return client;
}

async function modernClient(headers: Record<string, string>): Promise<ModernClient> {
  const client = new ModernClient(
    { name: "new", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  return client;
}

test.each([
  ["1.x", oldClient],
  ["2.x", modernClient],
] as const)("streams all rows to the %s client that asks for progress, then a bounded answer", async (_, connect) => {
  const client = await connect(await createSocketCaller(url));
  const query = "SELECT g AS n, 'é' AS s, NULL AS nothing FROM generate_series(1, 5000) g";
  const { batches, structured } = await collect(client, { query });
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.flatMap((batch) => batch.rows)).toEqual(
    Array.from({ length: 5000 }, (__, index) => [index + 1, "é", null]),
  );
  expect(batches.map((batch) => batch.offset)).toEqual(
    batches.map((__, index) => batches.slice(0, index).reduce((sum, batch) => sum + batch.rows.length, 0)),
  );
  expect(structured).toMatchObject({ rowCount: 100, truncated: true, streamedRows: 5000 });
  await client.close();
});

test("streams only as many rows as the caller or the tenant allows", async () => {
  const client = await oldClient(await createSocketCaller(url, { policy: { maxStreamRows: 250 } }));
  const query = "SELECT g FROM generate_series(1, 1000) g ORDER BY g";
  const tenant = await collect(client, { query });
  expect(tenant.structured).toMatchObject({ streamedRows: 250, truncated: true });
  const caller = await collect(client, { query, limit: 30, offset: 5 });
  expect(caller.structured).toMatchObject({ streamedRows: 30, rowCount: 30, truncated: true });
  expect(caller.batches[0]?.rows[0]).toEqual([6]);
  const whole = await collect(client, { query: "SELECT 1 WHERE false" });
  expect(whole.structured).toMatchObject({ streamedRows: 0, rowCount: 0, truncated: false });
  expect(whole.structured["columns"]).toHaveLength(1);
  await client.close();
});

test("explains and refuses the same way when progress is asked for", async () => {
  const client = await oldClient(await createSocketCaller(url));
  expect((await collect(client, { query: "EXPLAIN SELECT 1" })).structured).toMatchObject({ truncated: false });
  expect((await collect(client, { query: "DELETE FROM shop.orders" })).structured).toMatchObject({
    code: "sql_refused",
  });
  expect((await collect(client, { query: "SELECT nope FROM shop.orders" })).structured).toMatchObject({
    code: "sql_error",
    sqlstate: "42703",
    position: 8,
  });
  const broken = await collect(client, { query: "SELECT 1 / (500 - g) FROM generate_series(1, 1000) g" });
  expect(broken.structured).toMatchObject({ code: "sql_error", sqlstate: "22012" });
  await client.close();
});

test("counts the time of all batches together", async () => {
  const client = await oldClient(await createSocketCaller(url, { policy: { statementTimeoutMs: 1000 } }));
  // From the second batch on each takes long, but none longer than the limit.
  const work = "(SELECT count(*) FROM generate_series(1, CASE WHEN g > 100 THEN 300000 ELSE 1 END))";
  const { structured, batches } = await collect(client, {
    query: `SELECT repeat('x', 9000), ${work} FROM generate_series(1, 2000) g`,
  });
  expect(structured).toMatchObject({ code: "query_timeout", sqlstate: "57014" });
  expect(batches.length).toBeGreaterThan(1);
  await client.close();
});

test("cuts the socket when one row alone is too large", async () => {
  const client = await oldClient(await createSocketCaller(url));
  const query = "SELECT string_agg(repeat('x', 200), '') FROM generate_series(1, 100000)";
  expect((await collect(client, { query })).structured).toMatchObject({ code: "result_too_large" });
  await client.close();
});

/** The states of the Postgres backends that serve a caller's token. */
async function backends(headers: Record<string, string>): Promise<string[]> {
  const [, tokenId = ""] = /pst_([^_]+)_/.exec(headers["authorization"] ?? "") ?? [];
  const { rows } = await database.query<{ state: string }>(
    "SELECT state FROM pg_stat_activity WHERE starts_with(application_name, $1)",
    [`postern ${tokenId} `],
  );
  return rows.map((row) => row.state);
}

/** Whether the caller's backend has been waiting for the same next FETCH for a while. */
async function fetchedOnce(headers: Record<string, string>): Promise<boolean> {
  const states = await backends(headers);
  const { rows } = await database.query(
    "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND now() - state_change > interval '1 second'",
  );
  return states.length === 1 && states[0] === "idle in transaction" && rows.length > 0;
}

const gone = { timeout: 15_000, interval: 100 };

/** Posts a legacy tools/call as a plain HTTP client that takes a stream. */
function post(
  headers: Record<string, string>,
  query: string,
  signal: AbortSignal,
  progress: boolean,
): Promise<Response> {
  const meta = progress ? { _meta: { progressToken: "p" } } : {};
  return fetch(url, {
    method: "POST",
    signal,
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: "call",
      method: "tools/call",
      params: { name: "query", arguments: { query }, ...meta },
    }),
  });
}

const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 7654321) b";

test("waits for a client that does not read, and ends the cursor when it goes", async () => {
  const headers = await createSocketCaller(url, { policy: { maxStreamRows: 10_000_000 } });
  const controller = new AbortController();
  const query = "SELECT repeat('z', 1000) FROM generate_series(1, 3000000)";
  const response = await post(headers, query, controller.signal, true);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  await response.body?.getReader().read();
  // Far from having sent 3 GB, the server holds the cursor open until somebody reads on.
  await vi.waitFor(async () => expect(await fetchedOnce(headers)).toBe(true), gone);
  controller.abort();
  await vi.waitFor(async () => expect(await backends(headers)).toEqual([]), gone);
});

test.each([
  ["a plain JSON call", false],
  ["a streaming call", true],
])("cancels the statement in Postgres when the client of %s disconnects", async (_, progress) => {
  const headers = await createSocketCaller(url, { policy: { statementTimeoutMs: 120_000 } });
  const controller = new AbortController();
  const call = post(headers, endless, controller.signal, progress)
    .then((response) => response.text())
    .catch((error: unknown) => (error as Error).name);
  await vi.waitFor(async () => expect(await backends(headers)).toEqual(["active"]), gone);
  controller.abort();
  expect(await call).toBe("AbortError");
  await vi.waitFor(async () => expect(await backends(headers)).not.toContain("active"), gone);
});

test("cancels the statement on notifications/cancelled of the same token, and of no other", async () => {
  const headers = await createSocketCaller(url, { policy: { statementTimeoutMs: 120_000 } });
  const call = post(headers, endless, new AbortController().signal, false).then((response) => response.json());
  await vi.waitFor(async () => expect(await backends(headers)).toEqual(["active"]), gone);
  const cancel = (from: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { ...from, "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call"}}',
    });
  expect((await cancel(await createSocketCaller(url))).status).toBe(202);
  expect(await backends(headers)).toEqual(["active"]);
  expect((await cancel(headers)).status).toBe(202);
  expect(await call).toMatchObject({ result: { structuredContent: { code: "cancelled" } } });
  await vi.waitFor(async () => expect(await backends(headers)).not.toContain("active"), gone);
});

test("passes a million rows through to a client that reads them, and answers with the first", async () => {
  const client = await modernClient(await createSocketCaller(url, { policy: { maxStreamRows: 1_000_000 } }));
  let rows = 0;
  let checksum = 0;
  const result = await client.callTool(
    { name: "query", arguments: { query: "SELECT g FROM generate_series(1, 1000000) g" } },
    {
      timeout: 120_000,
      resetTimeoutOnProgress: true,
      onprogress: (progress: Progress) => {
        const batch = progress._meta?.["postern/batch"] as Batch;
        rows += batch.rows.length;
        for (const [value] of batch.rows) checksum += Number(value);
      },
    },
  );
  expect([rows, checksum]).toEqual([1_000_000, 500_000_500_000]);
  expect(result.structuredContent).toMatchObject({ rowCount: 100, truncated: true, streamedRows: 1_000_000 });
  await client.close();
}, 120_000);
