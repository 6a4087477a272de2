import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
const suffix = crypto.randomUUID().slice(0, 8);
const role = `clerk_${suffix}`;
const database = new pg.Client(inject("postgresUrl").replace(/\/postgres$/, "/shop"));

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  await database.connect();
  await database.query(`
    CREATE TABLE public.notes_${suffix} (owner text, email text, body text);
    INSERT INTO public.notes_${suffix} VALUES ('idp|ann', 'ann@example.org', 'of Ann'), ('idp|ben', 'ben@example.org', 'of Ben');
    ALTER TABLE public.notes_${suffix} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON public.notes_${suffix}
      USING (owner = current_setting('auth.user_id', true) AND email = current_setting('auth.user_email', true));
    CREATE TABLE public.files_${suffix} (name text);
    CREATE ROLE ${role};
    GRANT ${role} TO postern_reader WITH INHERIT FALSE, SET TRUE;
    GRANT SELECT ON public.notes_${suffix} TO postern_reader;
    GRANT SELECT ON public.files_${suffix} TO ${role}`);
});

afterAll(async () => {
  await database.query(
    `DROP TABLE public.notes_${suffix}, public.files_${suffix}; REVOKE ${role} FROM postern_reader; DROP ROLE ${role}`,
  );
  await database.end();
  await worker?.stop();
});

async function query(headers: Record<string, string>, sql: string): Promise<Record<string, unknown>> {
  const response = await fetch(new URL("/mcp", worker?.url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { query: sql } },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: Record<string, unknown> } };
  return result.structuredContent;
}

const caller = (token: object) => createSocketCaller(worker?.url ?? new URL("http://localhost"), { token });

test("lets row level security decide by the token's subject and email", async () => {
  const notes = `SELECT body FROM public.notes_${suffix}`;
  const ann = await caller({ subject: "idp|ann", email: "ann@example.org" });
  const ben = await caller({ subject: "idp|ben", email: "ben@example.org" });
  const nobody = await caller({ subject: "idp|ann", email: "ben@example.org" });
  expect((await query(ann, notes))["rows"]).toEqual([["of Ann"]]);
  expect((await query(ben, notes))["rows"]).toEqual([["of Ben"]]);
  expect((await query(nobody, notes))["rows"]).toEqual([]);
});

test.each([
  "SELECT current_setting('auth.user_id')",
  "SELECT set_config('auth.user_id', 'idp|ben', true)",
  "SELECT pg_catalog.set_config('role', 'none', true)",
  "SET LOCAL auth.user_id = 'idp|ben'",
  "SET ROLE postgres",
  "SHOW auth.user_id",
])("refuses %s, so nobody reads or sets an identity", async (sql) => {
  expect(await query(await caller({ subject: "idp|ann" }), sql)).toMatchObject({ code: "sql_refused" });
});

test("takes on the token's role, and no other", async () => {
  const files = `SELECT count(*) FROM public.files_${suffix}`;
  expect((await query(await caller({ role }), files))["rows"]).toEqual([[0]]);
  expect(await query(await caller({}), files)).toMatchObject({ code: "sql_error", sqlstate: "42501" });
  expect(await query(await caller({ role: "postgres" }), "SELECT 1")).toMatchObject({ sqlstate: "42501" });
});
