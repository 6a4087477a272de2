import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { fenced } from "../support/fenced-table.ts";
import { roundTrips } from "../support/round-trips.ts";
import { callQuery, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

test("answers rows as TSV and as structure", async () => {
  const result = await callQuery(token, { query: "SELECT 1 AS a, '' AS b, NULL::text AS c, 'x\ty' AS d, true AS e" });
  expect(fenced(result.content[0].text)).toBe("a\tb\tc\td\te\n1\t\t\\N\tx\\ty\ttrue");
  expect(result.structuredContent).toEqual({
    columns: ["int4", "text", "text", "text", "bool"].map((type, index) => ({ name: "abcde"[index], type })),
    rows: [[1, "", null, "x\ty", true]],
    rowCount: 1,
    truncated: false,
  });
});

test("loses no digit of large numbers", async () => {
  const { structuredContent } = await callQuery(token, {
    query: "SELECT 9007199254740993::int8, 0.10::numeric, 12345678901234567890.5::numeric, 'NaN'::float8, 7::int8",
  });
  expect(structuredContent.rows).toEqual([["9007199254740993", "0.10", "12345678901234567890.5", "NaN", 7]]);
});

test("binds parameters instead of pasting them", async () => {
  const { structuredContent } = await callQuery(token, {
    query: "SELECT $1::text, $2::int + 1",
    params: ["'; DROP TABLE x --", 41],
  });
  expect(structuredContent.rows).toEqual([["'; DROP TABLE x --", 42]]);
});

test("says when there are more rows than asked for", async () => {
  const result = await callQuery(token, { query: "SELECT id FROM shop.orders", limit: 3 });
  expect(result.structuredContent).toMatchObject({ rowCount: 3, truncated: true });
  expect(result.content[0].text).toMatch(/^3 rows, more available/);
  expect((await callQuery(token, { query: "SELECT count(*) FROM shop.orders" })).structuredContent.rows).toEqual([
    [50000],
  ]);
});

test("makes one database round trip", async () => {
  const before = await roundTrips();
  await callQuery(token, { query: "SELECT count(*) FROM shop.customers" });
  expect(await roundTrips()).toBe(before + 1);
});

test("makes no round trip for refused SQL and says which rule and what to do", async () => {
  const before = await roundTrips();
  const result = await callQuery(token, { query: "DELETE FROM shop.orders" });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({ code: "sql_refused", rule: "statement_kind", retryable: false });
  expect(result.structuredContent.next).toEqual(expect.any(String));
  expect(result.content[0].text).toContain(result.structuredContent.message);
  expect(result.content[0].text).toContain(`Next: ${result.structuredContent.next}`);
  expect(await roundTrips()).toBe(before);
});

test("explains and shows, which no cursor can", async () => {
  expect((await callQuery(token, { query: "EXPLAIN SELECT 1" })).structuredContent.columns[0].name).toBe("QUERY PLAN");
  expect((await callQuery(token, { query: "SHOW server_version" })).structuredContent.rows[0][0]).toMatch(/^18/);
});

test("accepts a trailing semicolon and a trailing comment", async () => {
  expect((await callQuery(token, { query: "SELECT 1; -- done" })).structuredContent.rows).toEqual([[1]]);
});

test("points at the mistake in the caller's own text", async () => {
  const result = await callQuery(token, { query: "SELECT '😀',\n  nope FROM shop.orders" });
  expect(result.structuredContent).toMatchObject({ code: "sql_error", sqlstate: "42703", position: 16 });
  expect(result.content[0].text).toContain("\n  nope FROM shop.orders\n  ^\n");
});

test("suggests the table or column that was meant", async () => {
  const table = await callQuery(token, { query: "SELECT * FROM shop.ordrs" });
  expect(table.structuredContent).toMatchObject({ sqlstate: "42P01", suggestions: ["shop.orders"] });
  expect(table.content[0].text).toContain("Did you mean shop.orders?");
  const column = await callQuery(token, { query: "SELECT o.custmer_id FROM shop.orders o" });
  expect(column.structuredContent).toMatchObject({ sqlstate: "42703", suggestions: ["customer_id"] });
});

test("suggests nothing from schemas the policy hides", async () => {
  const narrow = await createCaller({ policy: { allowedSchemas: ["public"] } });
  const result = await callQuery(narrow.token, { query: "SELECT * FROM ordrs" });
  expect(result.structuredContent).toMatchObject({ sqlstate: "42P01" });
  expect(result.structuredContent.suggestions).toBeUndefined();
});

test("looks unqualified names up only in the schemas the policy allows", async () => {
  const count = async (schema: string) => {
    const caller = await createCaller({ policy: { allowedSchemas: [schema] } });
    return (await callQuery(caller.token, { query: "SELECT count(*) FROM orders" })).structuredContent;
  };
  expect((await count("shop")).rows).toEqual([[50000]]);
  expect((await count("public")).sqlstate).toBe("42P01");
  expect((await count('odd"name, shop')).sqlstate).toBe("42P01");
});

test("takes schemas the policy hides out of the search path", async () => {
  const blind = await createCaller({ policy: { deniedRelations: ["shop.*"] } });
  const { structuredContent } = await callQuery(blind.token, { query: "SELECT count(*) FROM orders" });
  expect(structuredContent).toMatchObject({ code: "sql_error", sqlstate: "42P01" });
  expect((await callQuery(blind.token, { query: "SELECT count(*) FROM shop.orders" })).structuredContent.code).toBe(
    "sql_refused",
  );
});

test("reports wrong arguments as a tool error that names them", async () => {
  for (const args of [{}, { query: 1 }, { query: "SELECT 1", limit: 0 }, { query: "SELECT 1", limt: 5 }]) {
    const result = await callQuery(token, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent.code).toBe("invalid_arguments");
  }
});

test("tells row level security who is calling, and callers cannot change it", async () => {
  const demo = await createCaller({ tenant: "demo" });
  const count = "SELECT count(*) > 0 FROM shop.support_tickets";
  expect((await callQuery(demo.token, { query: count })).structuredContent.rows).toEqual([[true]]);
  expect((await callQuery(token, { query: count })).structuredContent.rows).toEqual([[false]]);
  const forged = await callQuery(token, { query: "SELECT set_config('auth.tenant_id', 'demo', true)" });
  expect(forged.structuredContent).toMatchObject({ code: "sql_refused", rule: "function" });
});

test("ends a statement at the tenant's time limit", async () => {
  const slow = await createCaller({ policy: { statementTimeoutMs: 200 } });
  const result = await callQuery(slow.token, {
    query: "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b",
  });
  expect(result.structuredContent).toMatchObject({ code: "query_timeout", sqlstate: "57014", retryable: true });
});

test.each([
  ["a wrong password", "connection_rejected", (url: URL) => (url.password = "wrong-secret")],
  ["nothing listening", "database_not_ready", (url: URL) => (url.port = "1")],
])("leaks nothing when the database is down: %s", async (_, code, change) => {
  const url = new URL(env.READER_URL);
  change(url);
  const down = await createCaller({ url: url.href });
  const result = await callQuery(down.token, { query: "SELECT 1" });
  expect(result.structuredContent).toMatchObject({ code, retryable: code === "database_not_ready" });
  const text = JSON.stringify(result);
  for (const secret of ["127.0.0.1", "localhost", url.username, url.password, "at "])
    expect(text).not.toContain(` ${secret}`);
  expect(text).not.toContain(url.username);
});
