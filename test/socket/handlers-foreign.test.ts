import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ask, createHandlerDatabase, type HandlerDatabase } from "../scripts/handler-database.ts";
import { createToolCaller, type ToolCaller } from "../scripts/tool-caller.ts";
import { createSocketTenant } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

// An API that is not the pack: test/scripts/foreign-api.sql says in what it differs.

let worker: SocketWorker;
let database: HandlerDatabase;
let databaseUrl: string;
let tenant: string;

beforeAll(async () => {
  worker = await startWorkerOnSocket();
});
afterAll(() => worker.stop());

beforeEach(async () => {
  database = await createHandlerDatabase();
  await database.owner.query(await readFile(new URL("../scripts/foreign-api.sql", import.meta.url), "utf8"));
  const { role, url } = await database.connectAsNewRole();
  await database.owner.query(`GRANT USAGE ON SCHEMA api TO ${role}`);
  databaseUrl = url;
  tenant = await createSocketTenant(worker.url, { databaseUrl });
});
afterEach(() => database.drop());

const reader = (name: string): Promise<ToolCaller> =>
  createToolCaller(worker.url, { tenant, token: { subject: `idp|${name}`, email: `${name}@shop.example` } });

const writer = (name: string): Promise<ToolCaller> =>
  createToolCaller(worker.url, {
    tenant,
    token: { scopes: ["read", "write"], subject: `idp|${name}`, email: `${name}@shop.example` },
  });

const flaws = (...names: readonly string[]): Promise<unknown> =>
  database.owner.query("INSERT INTO api.flaw SELECT unnest($1::text[])", [names]);

const visits = (name: string): Promise<number | null> =>
  ask(database.owner, `SELECT (SELECT visits FROM api.person WHERE subject = $1)`, [`idp|${name}`]);

const THEIRS = new Set(["contested", "late", "look", "look_closely", "my_change", "my_look"]);

async function toolsOf({ rpc }: ToolCaller): Promise<string[]> {
  const { tools } = await rpc("tools/list");
  return tools.map(({ name }: { name: string }) => name).filter((name: string) => THEIRS.has(name));
}

const uris = (list: readonly { uri?: string; uriTemplate?: string }[]): (string | undefined)[] =>
  list.map(({ uri, uriTemplate }) => uri ?? uriTemplate).filter((uri) => uri?.startsWith("shop:"));

/** Calls a tool that answers what it was told. */
async function told({ rpc }: ToolCaller, name: string) {
  const { content } = await rpc("tools/call", { name, arguments: {} });
  return JSON.parse(content[0].text) as { isolation: string; readOnly: string; context: object };
}

const ann = { tenant_id: expect.any(String), user_id: "idp|ann", user_email: "ann@shop.example" };

test("calls each handler in the transaction it asks for, at the database's own level when it asks for none", async () => {
  const caller = await writer("ann");
  expect(await told(caller, "look")).toEqual({ isolation: "read committed", readOnly: "on", context: ann });
  expect(await told(caller, "look_closely")).toMatchObject({ isolation: "serializable", readOnly: "on" });
  expect(await told(caller, "my_change")).toEqual({ isolation: "read committed", readOnly: "off", context: ann });
  expect(await told(caller, "contested")).toMatchObject({ isolation: "repeatable read" });
  expect(await ask(database.owner, "SELECT last_value::int FROM api.attempts")).toBe(3);
});

test("lets the first list of a token that may write enrol its user, and no other", async () => {
  const caller = await writer("ann");
  expect(await toolsOf(caller)).toEqual(["contested", "look", "look_closely", "my_change", "my_look"]);
  const first = await visits("ann");
  expect(first).toBeGreaterThan(0);
  await caller.rpc("prompts/list");
  expect(await toolsOf(caller)).toContain("my_look");
  expect(await visits("ann")).toBe(first);
});

test("writes nothing for a token that only reads, and shows its user more once they are enrolled", async () => {
  const caller = await reader("rob");
  expect(await toolsOf(caller)).toEqual(["look", "look_closely"]);
  await expect(caller.rpc("tools/call", { name: "my_look", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  expect(await visits("rob")).toBeNull();
  await database.owner.query("INSERT INTO api.person VALUES ('idp|rob')");
  expect(await toolsOf(caller)).toEqual(["look", "look_closely", "my_look"]);
  expect(await told(caller, "my_look")).toMatchObject({ readOnly: "on" });
});

test("shows one user of a tenant nothing that only another may see", async () => {
  await toolsOf(await writer("ann"));
  expect(await toolsOf(await reader("rob"))).toEqual(["look", "look_closely"]);
  expect(await toolsOf(await reader("ann"))).toEqual(["look", "look_closely", "my_look"]);
});

test("finds a new handler although the API's version stays the same", async () => {
  const caller = await reader("rob");
  await database.owner.query(
    "INSERT INTO api.item (kind, name, for_enrolled, read_only) VALUES ('tool', 'late', false, true)",
  );
  expect(await told(caller, "late")).toMatchObject({ readOnly: "on" });
  expect(await toolsOf(caller)).toEqual(["late", "look", "look_closely"]);
});

test("reads resources and gets prompts, READ ONLY for a token that only reads", async () => {
  const { rpc } = await reader("rob");
  expect(uris((await rpc("resources/list")).resources)).toEqual(["shop://about"]);
  expect(uris((await rpc("resources/templates/list")).resourceTemplates)).toEqual(["shop://shelves/{id}"]);
  const { contents } = await rpc("resources/read", { uri: "shop://shelves/3" });
  expect(JSON.parse(contents[0].text)).toMatchObject({ readOnly: "on" });
  const { messages } = await rpc("prompts/get", { name: "greet" });
  expect(JSON.parse(messages[0].content.text)).toMatchObject({ readOnly: "on" });
});

test("keeps to tokens that may write what an API without policies has, and lists it all the same", async () => {
  await flaws("careless");
  await database.owner.query("DROP FUNCTION api.mcp_request_policy; DROP FUNCTION api.catalog_version");
  await database.owner.query("UPDATE api.item SET read_only = false");
  const caller = await writer("ann");
  for (const _ of ["first", "second"]) expect(await toolsOf(caller)).toContain("my_change");
  expect(await told(caller, "look")).toEqual({ isolation: "read committed", readOnly: "off", context: ann });
  const other = await reader("rob");
  expect(await toolsOf(other)).toEqual([]);
  await expect(other.rpc("prompts/get", { name: "greet" })).rejects.toMatchObject({ code: -32602 });
  expect((await other.tool("query", { query: "SELECT 1" })).structured.rows).toEqual([[1]]);
  expect(await visits("rob")).toBeNull();
});

test("takes a policy in words it does not know for none", async () => {
  await database.owner.query(`DROP FUNCTION api.mcp_request_policy;
    CREATE FUNCTION api.mcp_request_policy(jsonb, text DEFAULT NULL) RETURNS TABLE (level text, is_safe boolean)
    LANGUAGE sql AS 'SELECT NULL, true'`);
  expect(await toolsOf(await reader("rob"))).toEqual([]);
  expect(await toolsOf(await writer("ann"))).toContain("look");
});

test("takes what a policy is silent on for something that writes, and nothing else", async () => {
  await database.owner
    .query(`CREATE OR REPLACE FUNCTION api.mcp_request_policy(p_request jsonb, p_wanted text DEFAULT NULL)
    RETURNS TABLE (transaction_isolation text, transaction_read_only boolean, transaction_deferrable boolean)
    LANGUAGE sql STABLE SECURITY DEFINER BEGIN ATOMIC
      SELECT NULL::text, true, NULL::boolean FROM generate_series(1, 2) WHERE p_request -> 'params' ->> 'name' = 'look_closely';
    END`);
  expect(await toolsOf(await reader("rob"))).toEqual(["look_closely"]);
});

test("serves an API of older ways: ids as text, one list of resources, nulls and schemas that say little", async () => {
  await flaws("aged");
  await database.owner.query(
    `UPDATE api.item SET input = CASE name WHEN 'look' THEN NULL WHEN 'my_look' THEN '5' ELSE '{}'::jsonb END`,
  );
  const caller = await writer("ann");
  const { tools } = await caller.rpc("tools/list");
  for (const name of ["look", "my_change"])
    expect(tools.find((tool: { name: string }) => tool.name === name)).toMatchObject({
      inputSchema: { type: "object" },
    });
  expect(await toolsOf(caller)).not.toContain("my_look");
  expect(await told(caller, "my_change")).toMatchObject({ readOnly: "off" });
  expect(uris((await caller.rpc("resources/list")).resources)).toEqual(["shop://about"]);
  expect(uris((await caller.rpc("resources/templates/list")).resourceTemplates)).toEqual(["shop://shelves/{id}"]);
  expect((await caller.rpc("resources/read", { uri: "shop://about" })).contents).toHaveLength(1);
});

test("does not take a list that failed for an empty one", async () => {
  await flaws("broken");
  const caller = await reader("rob");
  expect((await caller.rpc("tools/list")).tools.map(({ name }: { name: string }) => name)).toContain("query");
  expect(await toolsOf(caller)).toEqual([]);
  await expect(caller.rpc("tools/call", { name: "look", arguments: {} })).rejects.toMatchObject({
    data: { code: "handler_failed" },
  });
  await database.owner.query("DELETE FROM api.flaw");
  expect(await told(caller, "look")).toMatchObject({ readOnly: "on" });
});

test("answers though its own record of the call does not fit the API's log", async () => {
  const caller = await createToolCaller(worker.url, { databaseUrl, policy: { auditToDatabase: true }, token: {} });
  expect(await told(caller, "look")).toMatchObject({ readOnly: "on" });
  expect(await ask(database.owner, "SELECT count(*)::int FROM api.mcp_exchange")).toBe(0);
});
