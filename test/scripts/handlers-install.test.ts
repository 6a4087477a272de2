import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { packStatus } from "../../scripts/handlers/pack-status.ts";
import { removePack } from "../../scripts/handlers/remove-pack.ts";
import { upgradePack } from "../../scripts/handlers/upgrade-pack.ts";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  readOnly,
  register,
  request,
  saying,
  schemaContents,
} from "./handler-database.ts";

const EXAMPLES = ["database_info", "describe_table", "list_tables", "sql_assistant", "table_schema"];

let database: HandlerDatabase;
beforeEach(async () => {
  database = await createHandlerDatabase();
});
afterEach(() => database.drop());

const exchangeFile = new URL("../../scripts/handlers/pack/03-exchange.sql", import.meta.url);

const contents = (): Promise<string> => schemaContents(database.owner);

const expectConflict = (work: Promise<unknown>, message: RegExp, code = "conflict") =>
  expect(work).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

test("installs, and finds itself installed", async () => {
  const { owner } = database;
  expect(await packStatus(owner)).toEqual({ state: "absent" });
  expect(await installPack(owner)).toEqual({ outcome: "installed", version: 1, grantedTo: [] });
  const status = await packStatus(owner);
  expect(status).toMatchObject({ state: "installed", version: 1, latestVersion: 1 });
  const handlers = status.state === "installed" ? (status.handlers ?? []) : [];
  expect(handlers.map(({ name }) => name)).toEqual(EXAMPLES);
  expect(handlers.every(({ readOnly: isReadOnly, fromPack }) => isReadOnly && fromPack)).toBe(true);
  expect(await ask(owner, "SELECT api.postern_pack_version()")).toBe(1);
});

test("leaves the session as it was", async () => {
  const { owner } = database;
  await owner.query("SET search_path = public, pg_catalog");
  await installPack(owner);
  await upgradePack(owner);
  expect(await ask(owner, "SHOW search_path")).toBe("public, pg_catalog");
});

test("changes nothing when it is installed again", async () => {
  await installPack(database.owner);
  const before = await contents();
  expect(await installPack(database.owner)).toMatchObject({ outcome: "unchanged" });
  expect(await contents()).toBe(before);
});

test("installs once when two install at the same time", async () => {
  const other = await database.connect();
  const outcomes = await Promise.all([installPack(database.owner), installPack(other)]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["installed", "unchanged"]);
});

test("is not deceived by functions in the installing session's search path", async () => {
  const { owner } = database;
  await owner.query(`CREATE SCHEMA trap;
    CREATE FUNCTION trap.jsonb_build_object(text, text, text, text) RETURNS jsonb LANGUAGE sql AS $$ SELECT '"trapped"'::jsonb $$;
    SET search_path = trap, pg_catalog`);
  await installPack(owner);
  expect(await ask(owner, "SELECT api.mcp_text('hello')")).toEqual({ type: "text", text: "hello" });
});

test("means the same where backslashes escape in plain strings", async () => {
  const { owner } = database;
  await owner.query("SET standard_conforming_strings = off; SET escape_string_warning = off");
  await installPack(owner);
  expect(await ask(owner, "SELECT api.mcp_uri_variables('x://{a}.{b}', 'x://1.%32')")).toEqual({ a: "1", b: "2" });
  const uri = "postgres:///api/handler";
  const read = await readOnly(owner, () => request(owner, "resources/read", { uri }, null));
  expect(read).toHaveProperty("result.contents.0.uri", uri);
});

test("grants use to the roles it is given, or installs nothing", async () => {
  const { role, client } = await database.connectAsNewRole();
  await expectConflict(installPack(database.owner, { grantTo: [role, "nobody_of_that_name"] }), /no role/, "sql_error");
  expect(await contents()).toBe("");
  await expectConflict(installPack(database.owner, { grantTo: ["public"] }), /no role/, "sql_error");
  expect(await installPack(database.owner, { grantTo: [role] })).toMatchObject({ grantedTo: [role] });
  expect(await readOnly(client, () => callTool(client, "database_info"))).toHaveProperty("result.structuredContent");
});

test("stops at an unrelated schema api and changes nothing", async () => {
  const { owner } = database;
  await owner.query("CREATE SCHEMA api; CREATE TABLE api.orders (id int)");
  const before = await contents();
  expect(await packStatus(owner)).toEqual({ state: "unrelated" });
  await expectConflict(installPack(owner), /something else/);
  await expectConflict(upgradePack(owner), /not installed/, "not_found");
  await expectConflict(removePack(owner, { force: true, dropExchanges: true }), /not installed/, "not_found");
  expect(await contents()).toBe(before);
});

test("takes a table that is only called like the log for unrelated", async () => {
  await database.owner.query("CREATE SCHEMA api; CREATE TABLE api.mcp_exchange (id int, method text)");
  expect(await packStatus(database.owner)).toEqual({ state: "unrelated" });
  await expectConflict(installPack(database.owner), /something else/);
  await expect(database.owner.query(await readFile(exchangeFile, "utf8"))).rejects.toThrow("not the log of this pack");
});

test.each([
  ["something else", "TABLE api.orders ()"],
  ["another implementation", "FUNCTION api.mcp_handle_request(jsonb) RETURNS jsonb LANGUAGE sql RETURN $1"],
])("refuses a schema that holds %s from psql too", async (what, thing) => {
  const first = await readFile(new URL("../../scripts/handlers/pack/01-schema.sql", import.meta.url), "utf8");
  await database.owner.query(`CREATE SCHEMA api; CREATE ${thing}`);
  await expect(database.owner.query(first)).rejects.toThrow(what);
});

test("recognises a foreign implementation and never touches it", async () => {
  const { owner } = database;
  await owner.query(`CREATE SCHEMA api; CREATE TYPE api.mcp_response AS (envelope jsonb);
    CREATE TABLE api.mcp_exchange (id int, method text);
    CREATE FUNCTION api.mcp_handle_request(p_request jsonb, p_context jsonb DEFAULT NULL) RETURNS api.mcp_response
    LANGUAGE sql AS $$ SELECT ROW('{}'::jsonb)::api.mcp_response $$`);
  const before = await contents();
  expect(await packStatus(owner)).toEqual({ state: "foreign" });
  await expectConflict(installPack(owner), /another implementation/);
  await expectConflict(upgradePack(owner), /another implementation/, "not_found");
  await expectConflict(removePack(owner, { force: true, dropExchanges: true }), /another implementation/, "not_found");
  expect(await contents()).toBe(before);
});

test("an empty schema api is as good as none", async () => {
  await database.owner.query("CREATE SCHEMA api");
  expect(await packStatus(database.owner)).toEqual({ state: "absent" });
  expect(await installPack(database.owner)).toMatchObject({ outcome: "installed" });
});

test.each([
  ["belongs to another role", (role: string) => `CREATE SCHEMA api AUTHORIZATION ${role}`],
  ["is open to another role", (role: string) => `CREATE SCHEMA api; GRANT CREATE ON SCHEMA api TO ${role}`],
])("installs nothing into a schema that %s, who could replace what others call", async (_, prepare) => {
  const { role } = await database.connectAsNewRole();
  await database.owner.query(prepare(role));
  const before = await contents();
  await expect(installPack(database.owner)).rejects.toMatchObject({
    code: "sql_error",
    message: expect.stringContaining("not yours alone"),
    details: { sqlstate: "42501" },
  });
  expect(await contents()).toBe(before);
});

test("the log stands alone, and the pack is installed around it", async () => {
  const { owner } = database;
  const text = await readFile(exchangeFile, "utf8");
  await owner.query(text);
  await owner.query(text);
  await owner.query("INSERT INTO api.mcp_exchange (source, method) VALUES ('gateway', 'ping')");
  expect(await packStatus(owner)).toEqual({ state: "exchange_only" });
  await installPack(owner);
  expect(await ask(owner, "SELECT method FROM api.mcp_exchange")).toBe("ping");
});

test("refuses a role that may not create the schema, and changes nothing", async () => {
  const { client } = await database.connectAsNewRole();
  await expect(installPack(client)).rejects.toMatchObject({
    code: "sql_error",
    details: { sqlstate: "42501", next: expect.stringContaining("owner") },
  });
  expect(await contents()).toBe("");
});

test("tells a role without rights what is installed", async () => {
  const { client } = await database.connectAsNewRole();
  await installPack(database.owner);
  expect(await packStatus(client)).toEqual({ state: "installed", version: 1, latestVersion: 1 });
  await expectConflict(removePack(client), /may not read/);
});

test("works for an owner who is no superuser", async () => {
  const { role, client } = await database.connectAsNewRole();
  await database.owner.query(
    `GRANT CREATE ON DATABASE "${await ask<string>(client, "SELECT current_database()")}" TO ${role}`,
  );
  await installPack(client);
  await register(client, { type: "tool", name: "greet", requiresAuth: false }, saying("hello"));
  expect(await callTool(client, "greet")).toHaveProperty("result.content.0.text", "hello");
  expect(await removePack(client, { force: true, dropExchanges: true })).toMatchObject({ schemaDropped: true });
});

test("upgrades an older version and keeps handlers, grants and choices", async () => {
  const { owner } = database;
  const { role, client } = await database.connectAsNewRole();
  await installPack(owner, { grantTo: [role] });
  await register(owner, { type: "tool", name: "greet", requiresAuth: false }, saying("hello"));
  await register(owner, { type: "tool", name: "secret", requiresAuth: false }, saying("hush"));
  await owner.query(`REVOKE EXECUTE ON FUNCTION api.mcp_tool_secret(api.mcp_request) FROM ${role}`);
  await owner.query("SELECT api.drop_mcp_handler('list_tables')");
  await register(
    owner,
    { id: "e3000001-0001-4000-8000-000000000001", type: "tool", name: "database_info", requiresAuth: false },
    saying("mine"),
  );
  await owner.query(`DROP FUNCTION api.mcp_ping(jsonb) CASCADE;
    CREATE OR REPLACE FUNCTION api.mcp_text(p_text text) RETURNS jsonb LANGUAGE sql RETURN '"old"'::jsonb;
    CREATE OR REPLACE FUNCTION api.postern_pack_version() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 0'`);
  await expectConflict(installPack(owner), /Version 0/);

  // Version 0 had no examples, so that what is not there is new; only then is it registered again.
  expect(await upgradePack(owner)).toEqual({ outcome: "upgraded", from: 0, to: 1 });
  expect(await callTool(client, "greet")).toHaveProperty("result.content.0.text", "hello");
  expect(await callTool(client, "database_info")).toHaveProperty("result.content.0.text", "mine");
  expect(await callTool(client, "secret")).toHaveProperty("error.message", "Tool not found: secret");
  expect(await ask(client, "SELECT (api.mcp_ping('1')).envelope")).toHaveProperty("result");
  expect(await ask(owner, "SELECT count(*)::int FROM api.handler WHERE name = 'list_tables'")).toBe(1);
});

test("puts back what was changed in the pack, but no example that was dropped", async () => {
  const { owner } = database;
  await installPack(owner);
  await owner.query(`SELECT api.drop_mcp_handler('list_tables');
    CREATE OR REPLACE FUNCTION api.mcp_text(p_text text) RETURNS jsonb LANGUAGE sql RETURN '"broken"'::jsonb;
    GRANT EXECUTE ON FUNCTION api.mcp_text(text) TO PUBLIC`);
  expect(await upgradePack(owner)).toEqual({ outcome: "restored", from: 1, to: 1 });
  expect(await ask(owner, "SELECT api.mcp_text('a')")).toEqual({ type: "text", text: "a" });
  expect(await ask(owner, "SELECT array_agg(name ORDER BY name) FROM api.handler")).toEqual(
    EXAMPLES.filter((name) => name !== "list_tables"),
  );
});

test("touches no pack that is newer", async () => {
  const { owner } = database;
  await installPack(owner);
  await owner.query(
    "CREATE OR REPLACE FUNCTION api.postern_pack_version() RETURNS integer LANGUAGE sql AS 'SELECT 12'",
  );
  const before = await contents();
  expect(await packStatus(owner)).toMatchObject({ version: 12, latestVersion: 1 });
  await expectConflict(installPack(owner), /Version 12/);
  await expectConflict(upgradePack(owner), /newer/);
  expect(await contents()).toBe(before);
});
