import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
const schema = `abandoned_${crypto.randomUUID().slice(0, 8)}`;
const shop = inject("postgresUrl").replace(/\/postgres$/, "/shop");
const [database, holder] = [new pg.Client(shop), new pg.Client(shop)];
const patience = { timeout: 15_000 };

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  await database.connect();
  await database.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.busy (id int PRIMARY KEY CHECK (id > 0));
    GRANT USAGE ON SCHEMA ${schema} TO postern_reader; GRANT SELECT ON ${schema}.busy TO postern_reader`);
  // Whoever looks at the table waits from here on.
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${schema}.busy IN ACCESS EXCLUSIVE MODE`);
});

afterAll(async () => {
  await holder.end();
  await database.query(`DROP SCHEMA ${schema} CASCADE`);
  await database.end();
  await worker?.stop();
});

const send = (headers: object, method: string, params: object, signal?: AbortSignal): Promise<Response> =>
  fetch(new URL("/mcp", worker?.url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    ...(signal === undefined ? {} : { signal }),
  });

async function waiting(tokenId: string): Promise<number> {
  const { rowCount } = await database.query(
    "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND wait_event_type = 'Lock'",
    [`postern ${tokenId} `],
  );
  return rowCount ?? 0;
}

test.each([
  ["a tool", "tools/call", { name: "query", arguments: { query: `SELECT * FROM ${schema}.busy` } }],
  ["a resource", "resources/read", { uri: `postgres:///${schema}/busy` }],
])(
  "gives back the place of a client that left while it waited for %s, and ends its statement",
  async (_, method, params) => {
    const policy = { maxConcurrentCalls: 1, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
    const headers = await createSocketCaller(worker?.url ?? new URL("http://x"), { policy });
    const tokenId = headers["authorization"]?.split("_")[1] ?? "";
    const leaving = new AbortController();
    const abandoned = send(headers, method, params, leaving.signal).catch(() => undefined);
    await expect.poll(() => waiting(tokenId), patience).toBe(1);
    leaving.abort();
    await abandoned;
    await expect.poll(() => waiting(tokenId), patience).toBe(0);
    await expect.poll(async () => (await send(headers, "ping", {})).status, patience).toBe(200);
  },
  40_000,
);
