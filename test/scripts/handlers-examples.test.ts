import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import {
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  readOnly,
  register,
  request,
  saying,
  textOf,
} from "./handler-database.ts";

let database: HandlerDatabase;
let user: pg.Client;
let role: string;

beforeAll(async () => {
  database = await createHandlerDatabase();
  ({ role, client: user } = await database.connectAsNewRole());
  await installPack(database.owner, { grantTo: [role] });
  await database.owner.query(`
    CREATE TABLE customers (id int PRIMARY KEY, email text NOT NULL UNIQUE, note text DEFAULT 'none');
    COMMENT ON TABLE customers IS 'People who buy';
    COMMENT ON COLUMN customers.email IS 'Where to write to';
    CREATE TABLE orders (id int, customer_id int REFERENCES customers, secret text);
    CREATE TABLE hidden (id int);
    CREATE VIEW active AS SELECT id FROM customers;
    CREATE SCHEMA "odd schema"; CREATE TABLE "odd schema"."a/b é" (x numeric(8, 2));
    GRANT USAGE ON SCHEMA "odd schema" TO ${role};
    GRANT SELECT ON customers, active, "odd schema"."a/b é" TO ${role};
    GRANT SELECT (id, customer_id) ON orders TO ${role};
    INSERT INTO customers SELECT g, g || '@x.example' FROM generate_series(1, 40) g;
    ANALYZE customers`);
});
afterAll(() => database.drop());

/** As a gateway does, and with nobody signed in. */
const call = (name: string, args?: object) =>
  readOnly(user, async () => (await callTool(user, name, args, null)).result?.["structuredContent"]);

test("database_info names the database and the role", async () => {
  const info = await call("database_info");
  expect(info).toMatchObject({ role, encoding: "UTF8", version: expect.stringMatching(/^\d+/) });
});

test("list_tables shows what the role may read, with estimates", async () => {
  expect(await call("list_tables")).toEqual({
    schema: "public",
    tables: [
      { name: "active", kind: "view", estimatedRows: null, comment: null },
      { name: "customers", kind: "table", estimatedRows: 40, comment: "People who buy" },
      { name: "orders", kind: "table", estimatedRows: null, comment: null },
    ],
  });
  expect(await call("list_tables", { schema: "odd schema" })).toHaveProperty("tables.0.name", "a/b é");
  expect(await call("list_tables", { schema: "nowhere" })).toEqual({ schema: "nowhere", tables: [] });
});

test("describe_table shows columns and keys", async () => {
  expect(await call("describe_table", { table: "customers" })).toEqual({
    schema: "public",
    table: "customers",
    columns: [
      { name: "id", type: "integer", nullable: false, default: null, comment: null },
      { name: "email", type: "text", nullable: false, default: null, comment: "Where to write to" },
      { name: "note", type: "text", nullable: true, default: "'none'::text", comment: null },
    ],
    keys: ["UNIQUE (email)", "PRIMARY KEY (id)"],
  });
  expect(await call("describe_table", { table: "a/b é", schema: "odd schema" })).toHaveProperty(
    "columns.0.type",
    "numeric(8,2)",
  );
  expect(JSON.stringify(await call("describe_table", { table: "orders" }))).not.toContain("secret");
});

test("describe_table tells nothing of a table the role may not read", async () => {
  const answers = await readOnly(user, async () => [
    await callTool(user, "describe_table", { table: "hidden" }, null),
    await callTool(user, "describe_table", { table: "absent" }, null),
  ]);
  expect(answers.map(({ result }) => result)).toEqual([
    { content: [{ type: "text", text: "Table not found: public.hidden" }], isError: true },
    { content: [{ type: "text", text: "Table not found: public.absent" }], isError: true },
  ]);
});

test("table_schema reads a table by its URI", async () => {
  const read = (uri: string) => readOnly(user, () => request(user, "resources/read", { uri }, null));
  const answer = await read("postgres:///odd%20schema/a%2Fb%20%C3%A9");
  expect(answer.result).toEqual({
    contents: [
      {
        uri: "postgres:///odd%20schema/a%2Fb%20%C3%A9",
        mimeType: "application/json",
        text: '[{"data_type": "numeric", "column_name": "x", "is_nullable": "YES"}]',
      },
    ],
  });
  expect(await read("postgres:///public/hidden")).toMatchObject({ error: { code: -32602 } });
  expect(await read("postgres:///public/%FF")).toMatchObject({
    error: { code: -32603, message: "Resource read failed" },
  });
});

test("sql_assistant puts the task and the tables into its message", async () => {
  const expand = (args: object) =>
    readOnly(user, () => request(user, "prompts/get", { name: "sql_assistant", arguments: args }, null));
  const text = (await expand({ task: "count the buyers", tables: "customers" })).result;
  expect(text).toHaveProperty(
    "messages.0.content.text",
    expect.stringMatching(/count the buyers.*these tables: customers\./),
  );
  expect((await expand({ task: "x" })).result).toHaveProperty(
    "messages.0.content.text",
    expect.stringContaining("Find the tables"),
  );
  expect(await expand({})).toMatchObject({ error: { code: -32602 } });
});

test("answers in an ordinary transaction too, as psql opens one", async () => {
  expect(textOf(await callTool(user, "database_info", {}, null))).toContain('"database"');
  const prompt = await request(user, "prompts/get", { name: "sql_assistant", arguments: { task: "x" } }, null);
  expect(prompt).toHaveProperty("result.messages.0.role", "user");
  const resource = await request(user, "resources/read", { uri: "postgres:///public/customers" }, null);
  expect(resource).toHaveProperty("result.contents.0.uri", "postgres:///public/customers");
});

test.each([
  ["e3000001-0001-4000-8000-000000000001", { type: "tool", name: "database_info" }],
  ["e3000001-0002-4000-8000-000000000001", { type: "resource", name: "table_schema", uriTemplate: "a:///{schema}" }],
  ["e3000001-0003-4000-8000-000000000001", { type: "prompt", name: "sql_assistant" }],
])("gives way to the handler that guides of this API register as %s", async (id, metadata) => {
  const { owner } = database;
  await owner.query("BEGIN");
  try {
    expect(await register(owner, { id, ...metadata }, saying("mine"))).toBe(id);
  } finally {
    await owner.query("ROLLBACK");
  }
});
