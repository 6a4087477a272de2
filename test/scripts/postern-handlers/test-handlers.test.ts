import { afterEach, beforeEach, expect, test } from "vitest";
import { installPack } from "../../../scripts/handlers/install-pack.ts";
import { testHandlers, type TestReport } from "../../../scripts/handlers/test-handlers.ts";
import { createHandlerDatabase, type HandlerDatabase, saying } from "../handler-database.ts";
import { catalogContents } from "./catalog-contents.ts";
import { registering } from "./handlers-command.ts";

let database: HandlerDatabase;
let before: string;
beforeEach(async () => {
  database = await createHandlerDatabase();
  before = await catalogContents(database.owner);
});
afterEach(() => database.drop());

/** Tries a file, and that nothing of it stays. */
async function tryFile(text: string, options: { timeoutMs?: number; role?: string } = {}): Promise<TestReport> {
  const { owner } = database;
  try {
    return await testHandlers(owner, { path: "probe.sql", text }, { timeoutMs: 15_000, ...options });
  } finally {
    const { rows } = await owner.query("SELECT pg_current_xact_id_if_assigned() IS NULL AS ended");
    expect(rows).toEqual([{ ended: true }]);
    expect(await catalogContents(owner)).toBe(before);
  }
}

const counting = `
BEGIN
  INSERT INTO visit VALUES (current_setting('auth.user_id'));
  RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text((SELECT count(*) FROM visit)::text)), (request).request_id);
END;`;
const visits = "CREATE TABLE visit (who text);\n";
const probe = '-- call: tools/call {"name": "probe"}\n';

test("undoes each call before the next, and keeps what is given for all of them", async () => {
  const given = "-- given: INSERT INTO visit\n--   VALUES ('first; -- not the end'), ('second');\n";
  const expecting = '-- as: demo|ada\n-- expect: {"result": {"content": [{"text": "3"}]}}\n';
  const report = await tryFile(visits + registering({}, counting) + given + probe + expecting + probe + expecting);
  expect(report).toMatchObject({ pack: "temporary", statements: 2, passed: true });
  expect(report.calls.map(({ transaction }) => transaction)).toEqual([
    { readOnly: false, isolation: "read committed" },
    { readOnly: false, isolation: "read committed" },
  ]);
});

test("runs a handler that only reads in a READ ONLY transaction, in any order with those that write", async () => {
  const reader = { id: "6f0f6a52-3a3c-4b8e-9d0f-6f1c5f0f2a12", name: "reader", readOnly: true };
  const reading = `BEGIN
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(current_setting('transaction_read_only'))), (request).request_id);
  END;`;
  const ask = '-- call: tools/call {"name": "reader"}\n-- expect: {"result": {"content": [{"text": "on"}]}}\n';
  const write = `${probe}-- as: demo|ada\n`;
  const report = await tryFile(visits + registering({}, counting) + registering(reader, reading) + ask + write + ask);
  expect(report.calls.map(({ transaction }) => transaction?.readOnly)).toEqual([true, false, true]);
  expect(report.passed).toBe(true);
});

test("shows what stops a handler that writes though it says that it only reads", async () => {
  const { calls, passed } = await tryFile(visits + registering({ readOnly: true }, counting) + probe);
  expect(passed).toBe(false);
  expect(calls[0]?.failure).toEqual({
    message: "cannot execute INSERT in a read-only transaction",
    sqlstate: "25006",
    line: 4,
    excerpt: "  INSERT INTO visit VALUES (current_setting('auth.user_id'));\n  ^",
  });
});

test.each(["repeatable read", "serializable"])("opens the transaction at %s when a handler needs it", async (level) => {
  const telling = `BEGIN
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(current_setting('transaction_isolation'))), (request).request_id);
  END;`;
  const file = registering({ minTransactionIsolation: level }, telling) + probe + "-- call: tools/list\n";
  const { calls, passed } = await tryFile(file);
  expect(passed).toBe(true);
  expect(calls[0]?.envelope).toMatchObject({ result: { content: [{ text: level }] } });
  expect(calls.map(({ transaction }) => transaction?.isolation)).toEqual([level, "read committed"]);
});

test("fails when the answer does not contain what is expected, and says what", async () => {
  const expecting =
    '-- expect: {"result": {"content": [{"text": "hello"}]}}\n-- expect: {"result": {"isError": true}}\n';
  const { calls, passed } = await tryFile(registering({}, saying("hello")) + probe + expecting);
  expect(passed).toBe(false);
  expect(calls[0]?.problems).toEqual(['the answer does not contain {"result": {"isError": true}}']);
});

test("a tool that does not speak of isError counts as one that did not fail", async () => {
  const { passed } = await tryFile(
    registering({}, saying("hello")) + probe + '-- expect: {"result":{"isError":false}}\n',
  );
  expect(passed).toBe(true);
});

test("compares numbers as Postgres does, beyond what a double holds", async () => {
  const exact = `BEGIN
    RETURN api.mcp_tool_result('[]', (request).request_id, false, jsonb_build_object('n', 9007199254740993, 'd', 8.50));
  END;`;
  const file = registering({}, exact) + probe;
  const expecting = (n: string) => `-- expect: {"result": {"structuredContent": {"n": ${n}, "d": 8.5}}}\n`;
  const right = await tryFile(file + expecting("9007199254740993"));
  expect(right.passed).toBe(true);
  expect(right.calls[0]?.shown).toContain('"n": 9007199254740993');
  expect((await tryFile(file + expecting("9007199254740992"))).passed).toBe(false);
});

test("a call of which nothing is expected must succeed", async () => {
  const { calls, passed } = await tryFile('-- call: tools/call {"name": "nothing"}\n-- call: tools/list\n');
  expect(passed).toBe(false);
  expect(calls.map(({ problems }) => problems.length)).toEqual([1, 0]);
});

test("gives the caller's identity to the handler, and none where nobody calls", async () => {
  const telling = `BEGIN
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text(concat_ws(' ', current_setting('auth.user_id', true),
      current_setting('auth.tenant_id', true)))), (request).request_id);
  END;`;
  const ada = `${probe}-- as: {"user_id": "demo|ada", "tenant_id": "acme"}\n-- expect: {"result": {"content": [{"text": "demo|ada acme"}]}}\n`;
  const eve = `${probe}-- as: demo|eve\n-- expect: {"result": {"content": [{"text": "demo|eve "}]}}\n`;
  const nobody = `${probe}-- as: nobody\n-- expect: {"error": {"code": -32001}}\n`;
  expect(await tryFile(registering({ requiresAuth: true }, telling) + ada + eve + nobody)).toMatchObject({
    passed: true,
  });
});

test.each([
  ["in a query of its own", "v := (SELECT z FROM nowhere);", "(SELECT z FROM nowhere)"],
  ["in a statement that PL/pgSQL rewrites", "PERFORM z FROM nowhere;", "PERFORM"],
  ["by its own hand", "RAISE EXCEPTION 'no' USING DETAIL = 'bank says no';", "RAISE"],
])("shows the line of a handler that fails %s", async (_, statement, at) => {
  const body = `\nDECLARE\n  v int;\nBEGIN\n  -- é 😀\n  ${statement}\n  RETURN NULL;\nEND;\n`;
  const text = `-- one line above\n${registering({ readOnly: true }, body)}${probe}`;
  const { calls } = await tryFile(text);
  expect(calls[0]?.envelope).toMatchObject({ result: { isError: true } });
  const line = text.split("\n").findIndex((found) => found.includes(at)) + 1;
  expect(calls[0]?.failure).toMatchObject({ line, excerpt: expect.stringContaining(statement) });
});

test("tells what is wrong with an answer that is none", async () => {
  const { calls } = await tryFile(registering({}, "BEGIN RETURN NULL; END;") + probe);
  expect(calls[0]?.failure).toEqual({ message: "the handler returned NULL (39000)" });
});

test("ends a call that takes too long, and goes on with the next", async () => {
  const sleeping = "BEGIN PERFORM pg_sleep(60); RETURN NULL; END;";
  const file = registering({}, sleeping) + probe + "-- call: tools/list\n";
  const { calls } = await tryFile(file, { timeoutMs: 50 });
  expect(calls[0]?.problems).toEqual(["it took longer than 50 ms: canceling statement due to statement timeout"]);
  expect(calls[1]?.problems).toEqual([]);
});

test("finds what a COMMIT would refuse, of the file and of a call", async () => {
  const table = "CREATE TABLE visit (who text UNIQUE DEFERRABLE INITIALLY DEFERRED);\n";
  const twice = "INSERT INTO visit VALUES ('ada'), ('ada');";
  await expect(tryFile(table + twice)).rejects.toMatchObject({
    message: expect.stringContaining("What was done cannot be committed: duplicate key"),
  });
  const body = `BEGIN ${twice} RETURN api.mcp_tool_result('[]', (request).request_id); END;`;
  const { calls } = await tryFile(table + registering({}, body) + probe);
  expect(calls[0]?.problems).toEqual([expect.stringContaining("what it did cannot be committed: duplicate key")]);
});

test("shows notices of a handler, and not what the server logs", async () => {
  await database.owner.query("SET log_min_duration_statement = 0");
  const { calls } = await tryFile(registering({}, `BEGIN RAISE NOTICE 'seen'; ${saying("x").slice(7)}`) + probe);
  expect(calls[0]?.notices).toEqual(["seen"]);
});

test("calls as a role, under its grants and row level security", async () => {
  const { role } = await database.connectAsNewRole();
  before = await catalogContents(database.owner);
  const table = `CREATE TABLE visit (who text); ALTER TABLE visit ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON visit USING (who = current_setting('auth.user_id', true));\n`;
  const body = `BEGIN
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text((SELECT string_agg(who, ',') FROM visit))), (request).request_id);
  END;`;
  const file = `${table}${registering({ readOnly: true }, body)}-- given: INSERT INTO visit VALUES ('demo|ada'), ('demo|eve');\n`;
  const call = `${probe}-- as: demo|ada\n-- expect: {"result": {"content": [{"text": "demo|ada"}]}}\n`;
  expect((await tryFile(file + call)).passed).toBe(false);
  const denied = await tryFile(file + call, { role });
  expect(denied.calls[0]?.failure).toMatchObject({ sqlstate: "42501" });
  expect((await tryFile(`${file}GRANT SELECT ON visit TO ${role};\n${call}`, { role })).passed).toBe(true);
  await expect(tryFile(file, { role: "nobody_here" })).rejects.toMatchObject({
    message: 'There is no role "nobody_here".',
  });
});

test("a role that may not use the installed handlers is told how it could", async () => {
  const { role } = await database.connectAsNewRole();
  await installPack(database.owner);
  before = await catalogContents(database.owner);
  const { calls } = await tryFile("-- call: tools/list\n", { role });
  expect(calls[0]?.problems).toEqual([expect.stringContaining("handlers install --grant-to")]);
});

test("works with another implementation of the API", async () => {
  await installPack(database.owner);
  await database.owner.query("DROP FUNCTION api.postern_pack_version()");
  before = await catalogContents(database.owner);
  expect(await tryFile(registering({}, saying("hello")) + probe)).toMatchObject({ pack: "foreign", passed: true });
});

test("runs the file with the search path of the session, not with the pack's", async () => {
  await database.owner.query("CREATE SCHEMA shop; SET search_path = shop");
  before = await catalogContents(database.owner);
  const body = `BEGIN
    RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text((SELECT string_agg(who, '') FROM visit))), (request).request_id);
  END;`;
  const check = "DO $$ BEGIN ASSERT to_regclass('shop.visit') IS NOT NULL; END $$;\n";
  expect(await tryFile(`${visits}${check}${registering({}, body)}${probe}`)).toMatchObject({ passed: true });
});
