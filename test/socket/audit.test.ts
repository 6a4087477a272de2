import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readFile } from "node:fs/promises";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
const name = `audit_${crypto.randomUUID().slice(0, 8)}`;
const admin = new pg.Client(inject("postgresUrl"));
const databaseUrl = inject("readerUrl").replace(/\/[^/]+$/, `/${name}`);
let database: pg.Client | undefined;

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  database = new pg.Client(inject("postgresUrl").replace(/\/postgres$/, `/${name}`));
  await database.connect();
});

afterAll(async () => {
  await worker?.stop();
  await database?.end();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

const rpc = async (headers: Record<string, string>, method: string, params: object): Promise<Response> =>
  await fetch(new URL("/mcp", worker?.url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });

const query = (headers: Record<string, string>, sql: string): Promise<Response> =>
  rpc(headers, "tools/call", { name: "query", arguments: { query: sql } });

const rows = async (): Promise<readonly Record<string, unknown>[]> =>
  (await database?.query("SELECT * FROM api.mcp_exchange ORDER BY id"))?.rows ?? [];

test("answers all the same when the tenant's database has no table for the rows", async () => {
  const headers = await createSocketCaller(worker?.url ?? new URL("http://x"), {
    databaseUrl,
    policy: { auditToDatabase: true },
  });
  expect(await (await query(headers, "SELECT 1")).json()).toMatchObject({
    result: { structuredContent: { rows: [[1]] } },
  });
});

test("adds no row to a table that somebody else than the owner of the database has planted", async () => {
  const planter = `${name}_planter`;
  const rolledBack = async (): Promise<number> =>
    Number((await admin.query("SELECT xact_rollback AS n FROM pg_stat_database WHERE datname = $1", [name])).rows[0].n);
  await database?.query(`CREATE ROLE ${planter}; GRANT CREATE ON DATABASE ${name} TO ${planter}; SET ROLE ${planter};
    ${await readFile("scripts/handlers/pack/03-exchange.sql", "utf8")};
    GRANT USAGE ON SCHEMA api TO postern_reader; GRANT INSERT ON api.mcp_exchange TO postern_reader; RESET ROLE`);
  const headers = await createSocketCaller(worker?.url ?? new URL("http://x"), {
    databaseUrl,
    policy: { auditToDatabase: true },
  });
  const before = await rolledBack();
  await query(headers, "SELECT 1");
  // It is saved after the answer has gone; the server counts what was rolled back.
  await expect.poll(rolledBack, { timeout: 10_000 }).toBeGreaterThan(before);
  expect(await rows()).toEqual([]);
  await database?.query(`DROP OWNED BY ${planter} CASCADE; DROP ROLE ${planter}`);
});

test("leaves a row for each call in the tenant's own table, without SQL or values", async () => {
  await database?.query(await readFile("scripts/handlers/pack/03-exchange.sql", "utf8"));
  await database?.query(
    "GRANT USAGE ON SCHEMA api TO postern_reader; GRANT INSERT ON api.mcp_exchange TO postern_reader",
  );
  const token = { subject: "idp|ann" };
  const headers = await createSocketCaller(worker?.url ?? new URL("http://x"), {
    databaseUrl,
    policy: { auditToDatabase: true },
    token,
  });
  await rpc(headers, "tools/list", {});
  const calls = [
    () => query(headers, "SELECT 'tell-nobody' AS a, 2 AS b"),
    () => query(headers, "SELECT 'tell-nobody'::int"),
    () => query(headers, "DROP TABLE tell_nobody"),
    () => rpc(headers, "resources/read", { uri: "pg://system_info" }),
  ];
  for (const [place, call] of calls.entries()) {
    await call();
    // A row follows its answer; two that are on their way can overtake each other.
    await expect.poll(rows, { timeout: 10_000 }).toHaveLength(place + 1);
  }
  const written = await rows();
  expect(written).toMatchObject([
    {
      source: "gateway",
      user_id: "idp|ann",
      method: "tools/call",
      mcp_type: "tools",
      mcp_name: "query",
      verdict: "ok",
      rows: "1",
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    { verdict: "failed", error_code: "sql_error", sqlstate: "22P02" },
    { verdict: "refused", error_code: "sql_refused" },
    { method: "resources/read", mcp_name: "pg://system_info", verdict: "ok" },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/tell.nobody/);
  expect(written[0]?.["token_id"]).toBe(headers["authorization"]?.split("_")[1]);
});

test("lets the reader neither read nor change the rows", async () => {
  const reader = new pg.Client(databaseUrl);
  await reader.connect();
  // The grants must hold by themselves.
  await reader.query("SET default_transaction_read_only = off");
  for (const statement of ["SELECT * FROM api.mcp_exchange", "DELETE FROM api.mcp_exchange"])
    await expect(reader.query(statement)).rejects.toMatchObject({ code: "42501" });
  await reader.end();
});
