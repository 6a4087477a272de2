import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { admin, call, callQuery, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function roundTrips(): Promise<number> {
  const { sqlRequests } = await (await fetch(`http://${env.LOCAL_PROXY}/stats`)).json<{ sqlRequests: number }>();
  return sqlRequests;
}

/** The lines between the fence's tags. */
function fenced(text: string): string {
  const [, , inside = ""] = /<(untrusted-data-[\w-]+)>\n([^]*)\n<\/\1>/.exec(text) ?? [];
  return inside;
}

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

test("pages through all rows with cursors, each row once", async () => {
  const query = "SELECT id FROM shop.products ORDER BY id";
  const whole = await callQuery(token, { query, limit: 1000 });
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { structuredContent: page } = await callQuery(token, {
      query,
      limit: 7,
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(whole.structuredContent.rows);
});

test("refuses a cursor of another statement, another tenant or none, and cursor with offset", async () => {
  const query = "SELECT id FROM shop.products ORDER BY id";
  const { nextCursor: cursor } = (await callQuery(token, { query, limit: 2 })).structuredContent;
  const other = await createCaller();
  for (const [caller, args] of [
    [token, { query: `${query} DESC`, cursor }],
    [token, { query, params: [1], cursor }],
    [other.token, { query, cursor }],
    [token, { query, cursor: "bm9uc2Vuc2U" }],
  ] as const) {
    expect((await callQuery(caller, args)).structuredContent.code).toBe("invalid_cursor");
  }
  expect((await callQuery(token, { query, cursor, offset: 1 })).structuredContent.code).toBe("invalid_arguments");
});

test("skips rows with offset and says where the rest is", async () => {
  const query = "SELECT g FROM generate_series(1, 20) g ORDER BY g";
  const result = await callQuery(token, { query, limit: 5, offset: 10 });
  expect(result.structuredContent.rows.flat()).toEqual([11, 12, 13, 14, 15]);
  expect(result.content[0].text).toMatch(/^5 rows \(rows 11-15\), more available: use offset=15 or nextCursor\n/);
  const end = await callQuery(token, { query, limit: 5, offset: 15 });
  expect(end.structuredContent).toMatchObject({ rowCount: 5, truncated: false });
  expect(end.structuredContent.nextCursor).toBeUndefined();
});

test("warns that pages may overlap only when there is no ORDER BY", async () => {
  const text = async (query: string) => (await callQuery(token, { query, limit: 1 })).content[0].text.split("\n")[0];
  expect(await text("SELECT id FROM shop.orders")).toContain("add ORDER BY");
  expect(await text("SELECT id FROM shop.orders ORDER BY id")).not.toContain("ORDER BY");
});

test("cuts long values and large answers to the tenant's limits, and says so", async () => {
  const small = await createCaller({ policy: { maxCellCharacters: 50, maxBytes: 1000 } });
  const long = await callQuery(small.token, { query: "SELECT repeat('x', 500) AS long, 'short' AS short" });
  expect(long.structuredContent.cutCells).toEqual([{ row: 0, column: "long", characters: 500 }]);
  expect(long.content[0].text).toContain("Values cut: row 1 long (500 characters)");
  const query = "SELECT g, repeat('y', 40) FROM generate_series(1, 100) g ORDER BY g";
  const first = (await callQuery(small.token, { query })).structuredContent;
  expect(first.truncated).toBe(true);
  expect(first.rowCount).toBeLessThan(30);
  const second = (await callQuery(small.token, { query, cursor: first.nextCursor })).structuredContent;
  expect(second.rows[0][0]).toBe(first.rowCount + 1);
});

test("stops reading an answer that outgrows an isolate, and other calls go on", async () => {
  const [huge, fine] = await Promise.all([
    callQuery(token, { query: "SELECT repeat('x', 10000) FROM generate_series(1, 1001)", limit: 1000 }),
    callQuery(token, { query: "SELECT 1" }),
  ]);
  expect(huge.structuredContent).toMatchObject({ code: "result_too_large", retryable: false });
  expect(fine.structuredContent.rows).toEqual([[1]]);
});

test("writes the table as markdown or JSON lines when asked", async () => {
  const ask = async (format: string) =>
    fenced((await callQuery(token, { query: "SELECT 1 AS a, NULL AS b", format })).content[0].text);
  expect(await ask("markdown")).toMatch(/^\| a \| b \|\n/);
  expect((await ask("json")).split("\n").map((line) => JSON.parse(line) as unknown)).toEqual([
    ["a", "b"],
    [1, null],
  ]);
});

test("uses the named connection and names those there are when it is unknown", async () => {
  expect((await callQuery(token, { query: "SELECT 1", connection: "main" })).structuredContent.rows).toEqual([[1]]);
  const unknown = await callQuery(token, { query: "SELECT 1", connection: "nope" });
  expect(unknown.structuredContent).toMatchObject({ code: "connection_missing", next: "Use one of: main." });
});

test("names the database's own types, and reads their arrays", async () => {
  const query = "SELECT status, ARRAY[status], ROW(1, 'x'), int4range(1, 5) FROM shop.orders LIMIT 1";
  const { structuredContent } = await callQuery(token, { query });
  const types = structuredContent.columns.map((column: { type: string }) => column.type);
  expect(types[0]).toMatch(/status$/);
  expect(types[1]).toBe(`${String(types[0])}[]`);
  expect(types.slice(2)).toEqual(["record", "int4range"]);
  expect(structuredContent.rows[0][1]).toEqual([structuredContent.rows[0][0]]);
  const before = await roundTrips();
  await callQuery(token, { query });
  expect(await roundTrips()).toBe(before + 1);
});

test("lets a call shorten its own time limit, never lengthen the tenant's", async () => {
  const query = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b";
  expect((await callQuery(token, { query, timeout_ms: 150 })).structuredContent.code).toBe("query_timeout");
  const strict = await createCaller({ policy: { statementTimeoutMs: 150 } });
  expect((await callQuery(strict.token, { query, timeout_ms: 60_000 })).structuredContent.code).toBe("query_timeout");
});

test("answers query_database with the database and the SQL, as the seed does", async () => {
  const reply = await call(token, "tools/call", {
    name: "query_database",
    arguments: { query: "SELECT g FROM generate_series(1, 3) g ORDER BY g", limit: 2 },
  });
  const text: string = reply.json.result.content[0].text;
  expect(text).toMatch(/^Database: main \(shop\)\n\nSQL Query:\nSELECT g .*\n\nResults \(2 rows, more available/);
  expect(fenced(text)).toBe("g\n1\n2");
});

test.each([
  ["too many values", { query: "SELECT 1", params: [1] }],
  ["too few values", { query: "SELECT $1::int, $2::text", params: [1] }],
  ["a number that JSON has rounded", { query: "SELECT $1::int8", params: [9007199254740993] }],
  ["a form that there is not", { query: "SELECT 1", format: "csv" }],
])("says what is wrong with %s, and that trying again does not help", async (_, args) => {
  const { structuredContent } = await callQuery(token, args);
  expect(structuredContent).toMatchObject({ code: "invalid_arguments", retryable: false, next: expect.any(String) });
});

test("names the choices of an argument", async () => {
  const { structuredContent } = await callQuery(token, { query: "SELECT 1", format: "csv" });
  expect(structuredContent.message).toContain("tsv, markdown, json");
});

test("keeps a value that is huge as text, so that an isolate survives it", async () => {
  const result = await callQuery(token, { query: "SELECT array_agg(g) FROM generate_series(1, 100000) g" });
  expect(result.structuredContent.rows[0][0]).toMatch(/^\{1,2,3,.*cut: 4,000 of 588,896 characters\]$/);
});

test("refuses an empty list of schemas instead of guessing what it means", async () => {
  const narrow = await admin("POST", "/tenants", { id: "no-schemas", policy: { allowedSchemas: [] } });
  expect(narrow.status).toBe(400);
});
