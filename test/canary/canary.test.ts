import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type Asked, startWatchedWorker, type WatchedWorker } from "./watched-worker.ts";

const canary = inject("canary");
const json = { "content-type": "application/json" };
const operator = { ...json, authorization: `Bearer ${inject("workerSettings").ADMIN_TOKEN}` };
let worker: WatchedWorker | undefined;
let caller: Record<string, string> = {};

beforeAll(async () => {
  worker = await startWatchedWorker();
  caller = { ...json, ...(await createSocketCaller(worker.url)) };
});

afterAll(async () => {
  await worker?.stop();
});

function running(): WatchedWorker {
  if (worker === undefined) throw new Error("the Worker did not start");
  return worker;
}

async function send(method: string, params: object, headers: Record<string, string> = {}): Promise<Asked> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: canary, method, params });
  return await running().ask("/mcp", { method: "POST", headers: { ...caller, ...headers }, body });
}

const endless = `SELECT count(*) || '${canary}' FROM generate_series(1, 100000) a, generate_series(1, 100000) b`;

const failing: readonly (readonly [string, string, object])[] = [
  ["has a literal that is no number", "sql_error", { query: `SELECT '${canary}'::int` }],
  ["has a literal that is no JSON", "sql_error", { query: `SELECT '${canary}'::json` }],
  ["has a parameter that is no number", "sql_error", { query: "SELECT $1::int", params: [canary] }],
  ["divides by zero", "sql_error", { query: `SELECT 1 / (length('${canary}') - length($1))`, params: [canary] }],
  ["asks for an unknown column", "sql_error", { query: `SELECT ${canary} FROM shop.orders` }],
  ["asks for an unknown table", "sql_error", { query: `SELECT 1 FROM shop.${canary}` }],
  ["has too few parameters", "invalid_arguments", { query: "SELECT $1, $2", params: [canary] }],
  ["is no SQL", "sql_syntax", { query: `SELEC '${canary}'` }],
  ["would change data", "sql_refused", { query: `DELETE FROM shop.orders WHERE note = '${canary}'` }],
  ["calls a refused function", "sql_refused", { query: `SELECT pg_read_file('${canary}')` }],
  ["calls an unknown function", "sql_refused", { query: `SELECT ${canary}('${canary}')` }],
  ["takes too long", "query_timeout", { query: endless, timeout_ms: 200 }],
  ["has a list for its SQL", "invalid_arguments", { query: [canary] }],
  ["has an argument of an unknown name", "invalid_arguments", { query: "SELECT 1", [canary]: canary }],
  ["has no number for its limit", "invalid_arguments", { query: `SELECT '${canary}'`, limit: canary }],
  ["goes on from a made-up page", "invalid_cursor", { query: `SELECT '${canary}'`, cursor: canary }],
  ["names an unknown connection", "connection_missing", { query: "SELECT 1", connection: canary }],
];

test("logs nothing of a call that succeeds but that it was made", async () => {
  const asked = await send("tools/call", {
    name: "query_database",
    arguments: { query: `SELECT '${canary}' AS ${canary}, $1 AS given`, params: [canary] },
  });
  expect(asked.text).toContain(`[["${canary}","${canary}"]]`);
  expect(running().leaks()).toEqual([]);
});

test.each(failing)("logs only the code of a call that %s", async (_, code, args) => {
  const asked = await send("tools/call", { name: "query", arguments: args });
  expect(asked.text).toContain(`"code":"${code}"`);
  await running().logged(asked, code);
  expect(running().leaks()).toEqual([]);
});

test.each([
  ["is streamed", "n", '"message":"120 rows"'],
  ["fails while it is streamed", "1 / (110 - n)", '"code":"sql_error"'],
])("logs nothing of the rows of a call that %s", async (_, column, outcome) => {
  const query = `SELECT '${canary}', $1, ${column} FROM generate_series(1, 120) n`;
  const params = { name: "query", arguments: { query, params: [canary] }, _meta: { progressToken: canary } };
  const asked = await send("tools/call", params, { accept: "application/json, text/event-stream" });
  expect(asked.text).toContain(`"rows":[["${canary}","${canary}",`);
  expect(asked.text).toContain(outcome);
  expect(running().leaks()).toEqual([]);
});

test.each([
  ["an unknown tool", "tools/call", { name: canary, arguments: { query: canary } }, "tool_not_found"],
  ["an unknown table", "resources/read", { uri: `postgres:///${canary}/${canary}` }, "resource_not_found"],
  ["an unknown resource", "resources/read", { uri: `https://${canary}` }, "resource_not_found"],
  ["an unknown prompt", "prompts/get", { name: canary, arguments: { [canary]: canary } }, "prompt_not_found"],
  [
    "an unknown argument",
    "prompts/get",
    { name: "design-schema", arguments: { [canary]: canary } },
    "invalid_arguments",
  ],
  ["a made-up page", "tools/list", { cursor: canary }, "invalid_cursor"],
  [
    "the completion of nothing",
    "completion/complete",
    { ref: { type: "ref/prompt", name: canary }, argument: { name: canary, value: canary } },
    "prompt_not_found",
  ],
])("logs only the code of a request for %s", async (_, method, params, code) => {
  const asked = await send(method, params);
  expect(asked.text).toContain(`"code":"${code}"`);
  await running().logged(asked, code);
  expect(running().leaks()).toEqual([]);
});

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test.each([
  ["broken JSON", 400, `{"${canary}`, {}],
  ["what is not JSON-RPC", 400, JSON.stringify({ [canary]: canary }), {}],
  ["an unknown method", 200, JSON.stringify({ ...ping, method: canary, params: { [canary]: canary } }), {}],
  ["an unknown revision", 400, JSON.stringify(ping), { "mcp-protocol-version": canary }],
  [
    "a revision in a message that does not have its shape",
    400,
    JSON.stringify({ ...ping, params: { _meta: { "io.modelcontextprotocol/protocolVersion": canary } } }),
    {},
  ],
  ["an unknown token", 401, JSON.stringify(ping), { authorization: `Bearer ${canary}` }],
  ["a foreign origin", 403, JSON.stringify(ping), { origin: `https://${canary}.example` }],
  ["another content type", 415, canary, { "content-type": `text/${canary}` }],
])("logs nothing of a message with %s", async (_, status, body, headers) => {
  const asked = await running().ask("/mcp", { method: "POST", headers: { ...caller, ...headers }, body });
  expect(asked.status).toBe(status);
  expect(running().leaks()).toEqual([]);
});

test("masks a token that a caller puts into the path", async () => {
  const token = caller["authorization"]?.split(" ")[1] ?? "";
  expect(token).toMatch(/^pst_/);
  expect((await running().ask(`/mcp/${token}?token=${token}&canary=${canary}`)).status).toBe(404);
  expect(running().leaks()).toEqual([]);
});

test("masks a connection string that a caller puts into the path, however it is written", async () => {
  const url = `postgres://reader:${canary}@db.example.com/shop`;
  for (const path of [url, encodeURIComponent(url), encodeURIComponent(url).toLowerCase(), `%zz${url}`])
    expect((await running().ask(`/admin/tenants/${path}`)).status).toBe(401);
  expect(running().leaks()).toEqual([]);
});

test("logs no password of a connection, whether it is taken, refused, or wrong", async () => {
  const tenant = `canary-${crypto.randomUUID().slice(0, 8)}`;
  const ask = (path: string, body: object): Promise<Asked> =>
    running().ask(`/admin/tenants${path}`, { method: "POST", headers: operator, body: JSON.stringify(body) });
  expect((await ask("", { id: tenant })).status).toBe(201);
  const right = new URL(inject("readerUrl"));
  right.password = canary;
  for (const url of [`${right.href}?options=${canary}`, `${right.href}%zz`, canary, [right.href]])
    expect((await ask(`/${tenant}/connections`, { id: "main", url })).status).toBe(400);
  expect((await ask(`/${tenant}/connections`, { id: "main", [right.href]: 1 })).status).toBe(400);
  expect((await ask(`/${tenant}/connections`, { id: "main", url: right.href })).status).toBe(201);
  const health = await running().ask(`/health?deep=1&tenant=${tenant}`, { headers: operator });
  expect(health.text).toContain('"database":"connection_rejected"');
  const { token } = JSON.parse((await ask(`/${tenant}/tokens`, {})).text) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const asked = await send("tools/call", { name: "query", arguments: { query: "SELECT 1" } }, headers);
  await running().logged(asked, "connection_rejected");
  expect(running().leaks()).toEqual([]);
});
