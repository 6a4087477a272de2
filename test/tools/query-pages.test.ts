import { beforeAll, expect, test } from "vitest";
import { roundTrips } from "../support/round-trips.ts";
import { fenced } from "../support/fenced-table.ts";
import { admin, call, callQuery, createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
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
  ["a number that JSON has rounded", { query: "SELECT $1::int8", params: [2 ** 53 + 2] }],
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
