import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runHere } from "./run-here.ts";

const ROLE = 'audit "writer"';
const quoted = pg.escapeIdentifier(ROLE);
const client = new pg.Client(inject("postgresUrl"));

beforeAll(async () => {
  await client.connect();
  // A schema of the same name must not outlive this test, whatever it did.
  await client.query(`BEGIN; CREATE ROLE ${quoted}`);
});

afterAll(async () => {
  await client.query("ROLLBACK");
  await client.end();
});

test("the SQL makes the table, twice if need be, and lets the role add rows and do nothing else", async () => {
  const { code, out } = await runHere(["audit", "table", "--role", ROLE]);
  expect(code).toBe(0);
  await client.query(out);
  await client.query(out);
  await client.query(`SET LOCAL ROLE ${quoted}`);
  await client.query("INSERT INTO api.mcp_exchange (source, rows) VALUES ('gateway', 3)");
  for (const sql of ["SELECT * FROM api.mcp_exchange", "DELETE FROM api.mcp_exchange", "CREATE TABLE api.t ()"]) {
    await client.query("SAVEPOINT refused");
    await expect(client.query(sql), sql).rejects.toMatchObject({ code: "42501" });
    await client.query("ROLLBACK TO SAVEPOINT refused");
  }
});

test("tells how to switch it on, and how to get the GRANTs", async () => {
  const { out } = await runHere(["audit", "table"]);
  expect(out).toContain("tenant update <tenant> --set auditToDatabase=true");
  expect(out).not.toMatch(/^GRANT /m);
  expect(out).toContain("--role");
  const json = JSON.parse((await runHere(["audit", "table", "--json"])).out) as { sql: string };
  expect(json.sql).toMatch(/^CREATE SCHEMA IF NOT EXISTS api;$/m);
});
