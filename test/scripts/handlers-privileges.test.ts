import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  readOnly,
  register,
  request,
  saying,
  somebody,
  textOf,
} from "./handler-database.ts";

let database: HandlerDatabase;
let owner: pg.Client;
let stranger: pg.Client;
let user: pg.Client;
let role: string;

const ownNotes = `BEGIN RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(
  (SELECT coalesce(string_agg(body, ',' ORDER BY body), '') FROM public.notes))), (request).request_id); END`;

beforeAll(async () => {
  database = await createHandlerDatabase();
  owner = database.owner;
  await installPack(owner);
  stranger = (await database.connectAsNewRole()).client;
  ({ role, client: user } = await database.connectAsNewRole());
  await owner.query("SELECT api.grant_mcp_use($1)", [role]);
  await owner.query(`CREATE TABLE notes (tenant_id text, body text);
    INSERT INTO notes VALUES ('acme', 'a1'), ('acme', 'a2'), ('globex', 'g1');
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON notes USING (tenant_id = current_setting('auth.tenant_id', true));
    GRANT SELECT ON notes TO ${role};
    CREATE TABLE salaries (euros int); INSERT INTO salaries VALUES (5)`);
  await register(owner, { type: "tool", name: "notes" }, ownNotes);
  await register(
    owner,
    { type: "tool", name: "salaries" },
    ownNotes.replace("body", "euros::text").replace("BY body", "BY euros").replace("notes", "salaries"),
  );
});
afterAll(() => database.drop());

const DENIED = { code: "42501" };

test("grants PUBLIC nothing", async () => {
  const { rows } = await owner.query(`
    SELECT 'function ' || p.oid::regprocedure AS thing FROM pg_proc p
    CROSS JOIN LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    WHERE p.pronamespace = 'api'::regnamespace AND a.grantee = 0
    UNION ALL SELECT 'relation ' || c.relname FROM pg_class c
    CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
    WHERE c.relnamespace = 'api'::regnamespace AND a.grantee = 0
    UNION ALL SELECT 'type ' || t.typname FROM pg_type t
    CROSS JOIN LATERAL aclexplode(coalesce(t.typacl, acldefault('T', t.typowner))) a
    LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE t.typnamespace = 'api'::regnamespace AND a.grantee = 0 AND t.typelem = 0 AND coalesce(c.relkind, 'c') = 'c'
    UNION ALL SELECT 'schema' FROM pg_namespace n
    CROSS JOIN LATERAL aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
    WHERE n.nspname = 'api' AND a.grantee = 0`);
  expect(rows).toEqual([]);
});

test.each([
  "SELECT api.mcp_handle_request('{}')",
  "SELECT api.mcp_ping('1')",
  "SELECT api.mcp_text('x')",
  "SELECT api.mcp_list_tools()",
  "SELECT api.catalog_version()",
  "SELECT api.postern_pack_version()",
  "SELECT * FROM api.handler",
  "SELECT * FROM api.mcp_route",
  "SELECT * FROM api.mcp_exchange",
  "INSERT INTO api.mcp_exchange (source) VALUES ('gateway')",
  "CREATE FUNCTION api.mine() RETURNS int LANGUAGE sql RETURN 1",
  "SELECT api.grant_mcp_use(current_user)",
])("lets a role without grants do nothing: %s", async (statement) => {
  await expect(stranger.query(statement)).rejects.toMatchObject(DENIED);
});

test("knows every function of the pack when it grants and revokes", async () => {
  const { rows } = await owner.query(`SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE pronamespace = 'api'::regnamespace AND p.oid NOT IN (SELECT signature::regprocedure FROM api.pack_functions())
      AND p.proname NOT IN (SELECT function_name FROM api.handler)`);
  expect(rows).toEqual([]);
});

test("lets a granted role list and call handlers with its own rights", async () => {
  expect((await request(user, "tools/list")).result?.["tools"]).toHaveLength(5);
  expect(textOf(await readOnly(user, () => callTool(user, "database_info")))).toContain(role);
  expect(textOf(await callTool(user, "notes"))).toBe("a1,a2");
  expect(textOf(await callTool(user, "notes", {}, { ...somebody, tenant_id: "globex" }))).toBe("g1");
  expect(textOf(await callTool(user, "salaries"))).toBe("Tool execution failed");
  expect(textOf(await callTool(owner, "salaries"))).toBe("5");
});

test("lets a granted role test handlers from PL/pgSQL", async () => {
  await user.query(`DO $$
    DECLARE v_response api.mcp_response;
    BEGIN
      v_response := api.mcp_call_tool('notes', '{}', '{"user_id": "test|ada", "tenant_id": "globex"}', '"test-1"');
      ASSERT (v_response).envelope ->> 'id' = 'test-1';
      ASSERT (v_response).envelope #>> '{result,content,0,text}' = 'g1';
    END $$`);
});

test.each([
  "SELECT api.create_or_replace_mcp_handler('{}', '')",
  "SELECT api.register_handler('{}', '', '{}')",
  "SELECT api.drop_mcp_handler('notes')",
  "SELECT api.grant_mcp_use(current_user)",
  "SELECT api.announce_catalog_change()",
  "SELECT * FROM api.handler",
  "UPDATE api.handler SET read_only = true",
  "UPDATE api.mcp_route SET read_only = true",
  "UPDATE api.catalog_state SET version = 0",
  "SELECT * FROM api.mcp_exchange",
  "DELETE FROM api.mcp_exchange",
  "INSERT INTO api.mcp_exchange (source, db_role) VALUES ('handler', 'postgres')",
  "INSERT INTO api.mcp_exchange (source, created_at) VALUES ('handler', now())",
  "CREATE TABLE api.mine (id int)",
])("lets a granted role do no more: %s", async (statement) => {
  await expect(user.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|55000)$/) });
});

test("lets a granted role log, under its own name", async () => {
  await user.query("INSERT INTO api.mcp_exchange (source, method, verdict) VALUES ('gateway', 'tools/call', 'ok')");
  expect(await ask(owner, "SELECT db_role FROM api.mcp_exchange ORDER BY id DESC LIMIT 1")).toBe(role);
  await callTool(user, "notes");
  expect(await ask(owner, "SELECT db_role || ' ' || mcp_name FROM api.mcp_exchange ORDER BY id DESC LIMIT 1")).toBe(
    `${role} notes`,
  );
  await expect(user.query("INSERT INTO api.mcp_exchange (source) VALUES ('forged')")).rejects.toMatchObject({
    code: "23514",
  });
});

test("undoes a call that it cannot log, and says no more than that it failed", async () => {
  const { role: silent, client } = await database.connectAsNewRole();
  await owner.query("SELECT api.grant_mcp_use($1)", [silent]);
  await owner.query(`REVOKE INSERT ON api.mcp_exchange FROM ${silent}; GRANT INSERT ON salaries TO ${silent}`);
  const body = `BEGIN INSERT INTO public.salaries VALUES (9); RETURN api.mcp_tool_result('[]', (request).request_id); END`;
  await register(owner, { type: "tool", name: "raise_salary" }, body);
  await client.query("BEGIN");
  expect(await callTool(client, "raise_salary")).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32603, message: "Internal error" },
  });
  expect(await ask(client, "SELECT api.current_user_id()")).toBe(somebody.user_id);
  await client.query("COMMIT");
  expect(await ask(owner, "SELECT count(*)::int FROM salaries")).toBe(1);
  await owner.query("SELECT api.drop_mcp_handler('raise_salary')");
});

test("hides and withholds a handler that was taken from a role, also after it is replaced", async () => {
  const id = "00000000-0000-4000-8000-000000000002";
  await register(owner, { id, type: "tool", name: "private" }, saying("x"));
  expect(textOf(await callTool(user, "private"))).toBe("x");
  await owner.query(`REVOKE EXECUTE ON FUNCTION api.mcp_tool_private(api.mcp_request) FROM ${role}`);
  await register(owner, { id, type: "tool", name: "private" }, saying("y"));
  expect(await callTool(user, "private")).toHaveProperty("error.message", "Tool not found: private");
  expect(JSON.stringify((await request(user, "tools/list")).result)).not.toContain("private");
  await register(owner, { id, type: "tool", name: "renamed" }, saying("z"));
  expect(await callTool(user, "renamed")).toHaveProperty("error.code", -32602);
  await owner.query("SELECT api.drop_mcp_handler('renamed')");
});

test("handlers run with the rights of the role in force, not of the login", async () => {
  await owner.query(`BEGIN; SET LOCAL ROLE ${role}`);
  expect(textOf(await callTool(owner, "notes"))).toBe("a1,a2");
  expect(textOf(await callTool(owner, "salaries"))).toBe("Tool execution failed");
  await owner.query("ROLLBACK");
});

test("takes back what it gave, and gives nothing to roles that do not exist", async () => {
  const { role: brief, client } = await database.connectAsNewRole();
  await owner.query("SELECT api.grant_mcp_use($1)", [brief]);
  expect(await request(client, "ping")).toHaveProperty("result");
  await owner.query("SELECT api.revoke_mcp_use($1)", [brief]);
  await expect(request(client, "ping")).rejects.toMatchObject(DENIED);
  expect(await ask(owner, "SELECT count(*)::int FROM pg_shdepend WHERE refobjid = $1::regrole", [brief])).toBe(0);
  for (const name of ["public", "PUBLIC", "nobody", "postgres; DROP TABLE notes"]) {
    await expect(owner.query("SELECT api.grant_mcp_use($1)", [name])).rejects.toMatchObject({ code: "42704" });
  }
});

test("changes its version and notifies with every change of the registry, and only then", async () => {
  const notices: string[] = [];
  const listener = await database.connect();
  listener.on("notification", ({ channel }) => notices.push(channel));
  await listener.query("LISTEN postern_schema");
  const version = () => ask<string>(user, "SELECT api.catalog_version()");
  const versions = [await version()];
  const change = async (work: () => Promise<unknown>) => {
    await work();
    versions.push(await version());
    await listener.query("SELECT 1");
    expect(notices.splice(0)).toEqual(["postern_schema"]);
  };
  const id = "00000000-0000-4000-8000-000000000003";
  await change(() => register(owner, { id, type: "tool", name: "versioned" }, saying("1")));
  await change(() => register(owner, { id, type: "tool", name: "versioned" }, saying("2")));
  await change(() => owner.query("UPDATE api.handler SET title = 'T' WHERE name = 'versioned'"));
  await change(() => owner.query("SELECT api.drop_mcp_handler('versioned')"));
  await change(() => owner.query("SELECT api.grant_mcp_use($1)", [role]));
  expect(versions.map(Number)).toEqual([...new Set(versions.map(Number))].sort((a, b) => a - b));
  expect(Number(versions.at(-1))).toBeLessThan(Number.MAX_SAFE_INTEGER);

  await callTool(user, "notes");
  await owner.query("BEGIN");
  await register(owner, { type: "tool", name: "undone" }, saying("x"));
  await owner.query("ROLLBACK");
  expect(await version()).toBe(versions.at(-1));
  await listener.query("SELECT 1");
  expect(notices).toEqual([]);
});
