import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { admin, call, callQuery, createCaller } from "../support/worker.ts";

let token = "";

const postgresUrl = (): string => env.READER_URL.replace(/\/[^/]+$/, "/postgres");

beforeAll(async () => {
  const caller = await createCaller();
  ({ token } = caller);
  await admin("POST", `/tenants/${caller.tenant}/connections`, { id: "second-one", url: postgresUrl() });
});

const databaseOf = async (query: string, more: object = {}): Promise<unknown> =>
  (await callQuery(token, { query, ...more })).structuredContent;

test.each([
  ["SELECT current_database() at second-one", "postgres"],
  ["SELECT current_database()\n  AT Second-One ;", "postgres"],
  ['SELECT current_database() at "second-one"', "postgres"],
  ["SELECT current_database() at 'second-one'", "postgres"],
  ["SELECT current_database() at main", "shop"],
])("reads %j from the connection it names", async (query, database) => {
  expect(await databaseOf(query)).toMatchObject({ rows: [[database]] });
});

test.each([
  ["a column called at", "SELECT current_database() at"],
  ["a table alias", "SELECT current_database() FROM (VALUES (1)) at"],
  ["text that ends like an address", "SELECT current_database() WHERE 'look at main' <> ''"],
  ["text that holds a URL", "SELECT current_database() WHERE 'postgres://u:p@h/d' <> ''"],
  ["a comment that ends like an address", "SELECT current_database() -- look at second-one"],
])("takes %s for the SQL it is", async (_, query) => {
  expect(await databaseOf(query)).toMatchObject({ rows: [["shop"]] });
});

test("leaves AT LOCAL to Postgres even when a connection is called local", async () => {
  const caller = await createCaller();
  await admin("POST", `/tenants/${caller.tenant}/connections`, { id: "local", url: postgresUrl() });
  const { structuredContent } = await callQuery(caller.token, {
    query: "SELECT current_database(), timestamptz '2026-01-01 00:00Z' AT LOCAL",
  });
  expect(structuredContent.rows[0][0]).toBe("shop");
});

test("says which connections there are when the name is wrong, and nothing of it when the SQL is", async () => {
  expect(await databaseOf("SELECT 1 at nowhere")).toMatchObject({
    code: "connection_missing",
    next: "Use one of: main, second-one.",
  });
  expect(await databaseOf("SELEC 1 look at nowhere")).toMatchObject({ code: "sql_syntax" });
});

test.each(["set default database to 'second-one'", "use database `second-one`.", 'Switch to "second-one";'])(
  "understands %j",
  async (query) => {
    const caller = await createCaller();
    await admin("POST", `/tenants/${caller.tenant}/connections`, { id: "second-one", url: postgresUrl() });
    const { structuredContent } = await callQuery(caller.token, { query });
    expect(structuredContent).toMatchObject({ connection: { alias: "second-one" } });
  },
);

test("refuses to be told two connections", async () => {
  expect(await databaseOf("SELECT 1 at main", { connection: "second-one" })).toMatchObject({
    code: "invalid_arguments",
  });
  expect(await databaseOf("SELECT current_database() at main", { connection: "MAIN" })).toMatchObject({
    rows: [["shop"]],
  });
});

test.each([
  "SELECT 1 at postgres://u:password@db.example.com/x",
  "set default database to postgresql://u:password@db.example.com/x",
])("refuses %j with what to do", async (query) => {
  const answer = await databaseOf(query);
  expect(answer).toMatchObject({
    code: "invalid_arguments",
    next: expect.stringContaining("add_database_connection"),
  });
  expect(JSON.stringify(answer)).not.toContain("u:pass");
});

test.each(["query", "query_database", "get_schema_info"])("refuses a URL as the connection of %s", async (name) => {
  const connection = "postgres://u:password@db.example.com/x";
  const args = name === "get_schema_info" ? { connection } : { query: "SELECT 1", connection };
  const { json } = await call(token, "tools/call", { name, arguments: args });
  expect(json.result.structuredContent).toMatchObject({
    code: "invalid_arguments",
    next: expect.stringContaining("add_database_connection"),
  });
  expect(JSON.stringify(json)).not.toContain("u:pass");
});

test("remembers the default of each token for itself", async () => {
  const one = await createCaller();
  await admin("POST", `/tenants/${one.tenant}/connections`, { id: "other", url: postgresUrl() });
  const { token: second } = await (await admin("POST", `/tenants/${one.tenant}/tokens`, {})).json<{ token: string }>();
  const where = async (bearer: string): Promise<unknown> =>
    (await callQuery(bearer, { query: "SELECT current_database()" })).structuredContent.rows[0][0];
  expect([await where(one.token), await where(second)]).toEqual(["shop", "shop"]);
  const chosen = await callQuery(one.token, { query: "set default database to OTHER;" });
  expect(chosen.structuredContent.connection).toMatchObject({ alias: "other", database: "postgres" });
  expect([await where(one.token), await where(second)]).toEqual(["postgres", "shop"]);
  expect((await call(one.token, "tools/call", { name: "server_info", arguments: {} })).json.result).toMatchObject({
    structuredContent: { connections: ["other", "main"] },
  });
  expect(await databaseOf("set default database to nowhere")).toMatchObject({ code: "connection_missing" });
});

test("answers query_database in the same way", async () => {
  const { json } = await call(token, "tools/call", {
    name: "query_database",
    arguments: { query: "SELECT current_database() at second-one" },
  });
  expect(json.result.content[0].text).toMatch(
    /^Database: second-one \(postgres\)\n\nSQL Query:\nSELECT current_database\(\)\n/,
  );
});

test("looks for an address at the end only, however much space is before it", async () => {
  const { json } = await call(token, "tools/call", {
    name: "query_database",
    arguments: { query: `use database x${" ".repeat(200_000)}y at second-one` },
  });
  expect(json.result).toMatchObject({ isError: true });
});
