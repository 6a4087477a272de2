import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type Envelope,
  type HandlerDatabase,
  lastExchange,
  register,
  request,
  saying,
  somebody,
  textOf,
} from "./handler-database.ts";

let database: HandlerDatabase;
let client: pg.Client;
let other: string;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installPack(client);
  await client.query("CREATE TABLE marks (word text)");
  other = (await database.connectAsNewRole()).role;
  await client.query("SELECT api.grant_mcp_use($1)", [other]);
});
beforeEach(async () => {
  for (const statement of ["ROLLBACK", "DISCARD ALL", "TRUNCATE marks"]) await client.query(statement);
});
afterAll(() => database.drop());

const FAILED = { content: [{ type: "text", text: "Tool execution failed" }], isError: true };
const ok = "RETURN api.mcp_tool_result('[]', (request).request_id);";

/** Runs these statements as a tool, after a write that shows whether they were undone. */
async function run(statements: string, context: unknown = somebody): Promise<Envelope> {
  const id = "00000000-0000-4000-8000-00000000000f";
  const body = `BEGIN INSERT INTO public.marks VALUES ('here'); ${statements} END`;
  await register(client, { id, type: "tool", name: "hostile", requiresAuth: false }, body);
  return callTool(client, "hostile", {}, context);
}

const marks = (): Promise<number> => ask(client, "SELECT count(*)::int FROM marks");

test.each([
  ["raises", "RAISE EXCEPTION 'password is hunter2';"],
  ["raises a bare SQLSTATE", "RAISE SQLSTATE 'XX000';"],
  ["fails an assertion", "ASSERT false, 'hunter2';"],
  ["divides by zero", "PERFORM 1 / 0;"],
  ["ends without returning", ""],
  ["ends the transaction", "COMMIT;"],
  ["returns NULL", "RETURN NULL;"],
  ["returns a NULL envelope", "RETURN ROW(NULL)::api.mcp_response;"],
  ["returns a text", `RETURN ROW('"hunter2"')::api.mcp_response;`],
  ["returns an empty object", "RETURN ROW('{}')::api.mcp_response;"],
  ["returns another JSON-RPC", `RETURN ROW('{"jsonrpc":"1.0","result":{"content":[]}}')::api.mcp_response;`],
  [
    "returns result and error",
    `RETURN ROW('{"jsonrpc":"2.0","result":{"content":[]},"error":{"code":1,"message":""}}')::api.mcp_response;`,
  ],
  ["returns neither", `RETURN ROW('{"jsonrpc":"2.0"}')::api.mcp_response;`],
  ["returns an error without a code", `RETURN ROW('{"jsonrpc":"2.0","error":{"message":"x"}}')::api.mcp_response;`],
  ["returns an error that is a text", `RETURN ROW('{"jsonrpc":"2.0","error":"x"}')::api.mcp_response;`],
  ["returns a result that is an array", "RETURN api.mcp_success('[]', (request).request_id);"],
  ["returns no content", "RETURN api.mcp_success('{}', (request).request_id);"],
  ["returns content that is no array", `RETURN api.mcp_tool_result('{"type":"text"}', (request).request_id);`],
  ["returns blocks without a type", `RETURN api.mcp_tool_result('[{"text":"x"}]', (request).request_id);`],
  ["returns blocks that are texts", `RETURN api.mcp_tool_result('["x"]', (request).request_id);`],
  ["returns structure that is no object", `RETURN api.mcp_tool_result('[]', (request).request_id, false, '[1]');`],
  ["answers for a resource", "RETURN api.mcp_resource_result('[]', (request).request_id);"],
])("contains a tool that %s, and undoes its work", async (_, statements) => {
  const answer = await run(statements);
  expect(answer).toEqual({ jsonrpc: "2.0", id: 7, result: FAILED });
  expect(await marks()).toBe(0);
  expect(await lastExchange(client)).toMatchObject({ verdict: "failed", sqlstate: expect.stringMatching(/^\w{5}$/) });
});

test("contains resources and prompts that break", async () => {
  const broken = "BEGIN RAISE EXCEPTION 'hunter2'; END";
  await register(client, { type: "resource", name: "broken_resource", uriTemplate: "x:broken" }, broken);
  await register(client, { type: "prompt", name: "broken_prompt" }, broken);
  await register(client, { type: "prompt", name: "odd_prompt" }, saying("no messages"));
  const answers = [
    await request(client, "resources/read", { uri: "x:broken" }),
    await request(client, "prompts/get", { name: "broken_prompt" }),
    await request(client, "prompts/get", { name: "odd_prompt" }),
  ];
  expect(answers.map(({ error }) => error)).toEqual([
    { code: -32603, message: "Resource read failed" },
    { code: -32603, message: "Prompt expansion failed" },
    { code: -32603, message: "Prompt expansion failed" },
  ]);
});

test("answers under the request's id, whatever id the handler gives", async () => {
  expect(await run(`RETURN api.mcp_tool_result('[]', '"somebody else''s"');`)).toHaveProperty("id", 7);
  expect(await run(`RETURN api.mcp_error(-32050, 'own code', NULL);`)).toEqual({
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32050, message: "own code" },
  });
  const extra = await run(
    `RETURN ROW('{"jsonrpc":"2.0","id":9,"method":"evil","result":{"content":[]}}')::api.mcp_response;`,
  );
  expect(extra).toEqual({ jsonrpc: "2.0", id: 7, result: { content: [] } });
});

test("ends an endless loop by statement_timeout, which the caller sees", async () => {
  await register(client, { type: "tool", name: "endless" }, "BEGIN LOOP END LOOP; END");
  await client.query("SET statement_timeout = 200");
  await expect(callTool(client, "endless")).rejects.toMatchObject({ code: "57014" });
});

test.each(["40001", "40P01"])("hands %s on to the caller, who can retry", async (sqlstate) => {
  await expect(run(`RAISE SQLSTATE '${sqlstate}';`)).rejects.toMatchObject({ code: sqlstate });
});

test("lets a real conflict between transactions through", async () => {
  await client.query("CREATE TABLE counter AS SELECT 0 AS n");
  await register(client, { type: "tool", name: "count_up" }, `BEGIN UPDATE public.counter SET n = n + 1; ${ok} END`);
  const rival = await database.connect();
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT n FROM counter");
  await callTool(rival, "count_up");
  await expect(callTool(client, "count_up")).rejects.toMatchObject({ code: "40001" });
});

test("answers a size instead of an answer that is too large", async () => {
  const large =
    "RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(repeat('x', 17000000))), (request).request_id);";
  const answer = await run(large);
  expect(textOf(answer)).toBe("The answer is too large: more than 16777216 bytes. Ask for less.");
  expect(await lastExchange(client)).toMatchObject({ verdict: "failed", sqlstate: "54000" });
  expect(
    textOf(
      await run(
        "RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(repeat('x', 300000000))), (request).request_id);",
      ),
    ),
  ).toBe("Tool execution failed");
  await client.query("SET mcp.max_response_bytes = 20000000");
  expect(textOf(await run(large))).toHaveLength(17_000_000);
});

test("does not let a tool raise the limit for itself", async () => {
  const answer = await run(`PERFORM set_config('mcp.max_response_bytes', '1000000000', true);
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(repeat('x', 17000000))), (request).request_id);`);
  expect(textOf(answer)).toContain("too large");
});

const identity = (): Promise<string> =>
  ask(
    client,
    `SELECT concat_ws(' ', current_setting('auth.user_id', true), current_setting('auth.tenant_id', true),
    current_setting('auth.user_email', true), current_user, session_user)`,
  );

const IDENTITY = "test|ada acme ada@acme.example postgres postgres";
const becomeRoot = (local: boolean): string =>
  `PERFORM set_config(name, 'root|root', ${String(local)}) FROM unnest('{auth.user_id,auth.tenant_id,auth.user_email}'::text[]) AS name;`;

test.each([
  ["for the transaction", `${becomeRoot(true)} ${ok}`],
  ["for the session", `${becomeRoot(false)} ${ok}`],
  ["and raises", `${becomeRoot(false)} RAISE EXCEPTION 'x';`],
  ["and returns rubbish", `${becomeRoot(true)} RETURN NULL;`],
  [
    "through another handler",
    `PERFORM api.mcp_call_tool('database_info', '{}', '{"user_id":"root|root"}', '1'); ${ok}`,
  ],
])("restores the identity that a tool changes %s", async (_, statements) => {
  await client.query("BEGIN");
  await run(statements);
  expect(await identity()).toBe(IDENTITY);
  await client.query("COMMIT");
  expect(await identity()).toBe("   postgres postgres");
});

test.each([
  ["for the transaction", "SET LOCAL ROLE"],
  ["for the session", "SET ROLE"],
])("fails a tool that leaves another role behind %s", async (_, verb) => {
  await client.query("BEGIN");
  expect((await run(`EXECUTE 'GRANT INSERT ON public.marks TO ${other}'; ${verb} ${other}; ${ok}`)).result).toEqual(
    FAILED,
  );
  expect(await identity()).toBe(IDENTITY);
  expect(await lastExchange(client)).toMatchObject({ detail: { message: "the handler left another role behind" } });
  await client.query("COMMIT");
  expect(await identity()).toBe("   postgres postgres");
  expect(await marks()).toBe(0);
});

test("lets a tool take another role while it runs", async () => {
  expect((await run(`SET LOCAL ROLE ${other}; RESET ROLE; ${ok}`)).result).toEqual({ content: [] });
  expect(await marks()).toBe(1);
});

test("fails a tool that leaves its own search path, in which everything is trapped, behind", async () => {
  await client.query(`CREATE SCHEMA trap;
    CREATE FUNCTION trap.never(text, text) RETURNS boolean LANGUAGE sql RETURN false;
    CREATE OPERATOR trap.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = trap.never)`);
  await client.query("BEGIN");
  const path = await ask(client, "SHOW search_path");
  expect((await run(`SET search_path = trap, pg_catalog; ${ok}`)).result).toEqual(FAILED);
  expect(await ask(client, "SHOW search_path")).toBe(path);
  expect((await run(`SET LOCAL search_path = trap, pg_catalog; ${ok}`)).result).toEqual({ content: [] });
  expect(await ask(client, "SHOW search_path")).toBe(path);
});

test("calls none of the functions that a caller's search path puts before the catalogue's", async () => {
  await register(client, { type: "tool", name: "plain", requiresAuth: false }, saying("plain"));
  await client.query(`CREATE SCHEMA decoy;
    CREATE FUNCTION decoy.jsonb_typeof(jsonb) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped'; END $$;
    CREATE FUNCTION decoy.current_setting(text, boolean) RETURNS text LANGUAGE sql RETURN 'root|root';
    CREATE FUNCTION decoy.jsonb_build_object(text, text, text, text) RETURNS jsonb LANGUAGE sql RETURN '"trapped"'::jsonb;
    SET search_path = decoy, pg_catalog`);
  expect(await callTool(client, "plain", {}, null)).toHaveProperty("result.content.0.text", "plain");
  expect(await ask(client, "SELECT api.current_user_id()")).toBeNull();
  expect(await ask(client, "SELECT api.mcp_text('a')")).toEqual({ type: "text", text: "a" });
});

test("has no function that runs with other rights than the caller's, and none that looks names up in the caller's path", async () => {
  const { rows } =
    await client.query(`SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE pronamespace = 'api'::regnamespace AND (prosecdef
      OR l.lanname = 'plpgsql' AND NOT coalesce(array_to_string(proconfig, ' ') LIKE '%search_path=%pg_temp%', false)
      OR l.lanname = 'sql' AND prosqlbody IS NULL AND proname <> 'postern_pack_version')`);
  expect(rows).toEqual([]);
});
