import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { fingerprint } from "../../src/sql/fingerprint.ts";
import { admin, call, callQuery, createCaller, post } from "../support/worker.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

interface Line {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Collects what is logged from here on. */
function watchLog(): () => readonly Line[] {
  const written = vi.spyOn(console, "log").mockImplementation(() => undefined);
  return () => written.mock.calls.map(([line]) => JSON.parse(String(line)) as Line);
}

test("writes one line for a call: who, what, how it ended, how much and how long", async () => {
  const { token, tenant, tokenId } = await createCaller();
  const lines = watchLog();
  const query = "SELECT name FROM shop.products WHERE id < 4 ORDER BY id";
  const reply = await call(token, "tools/call", { name: "query", arguments: { query } });
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toEqual({
    event: "call",
    requestId: reply.headers.get("x-request-id"),
    tenant,
    token: tokenId,
    method: "tools/call",
    name: "query",
    connection: "main",
    status: 200,
    verdict: "ok",
    fingerprint: await fingerprint(query),
    rows: 3,
    bytes: new TextEncoder().encode(reply.json.result.content[0].text).length,
    ms: expect.any(Number),
  });
});

test.each([
  ["SELECT 1/0", { verdict: "failed", code: "sql_error", sqlstate: "22012" }],
  ["DELETE FROM shop.orders", { verdict: "refused", code: "sql_refused", rule: "statement_kind" }],
  ["SELEC 'x'", { verdict: "refused", code: "sql_syntax", sqlstate: "42601" }],
  ["SELECT * FROM nowhere", { verdict: "failed", code: "sql_error", sqlstate: "42P01" }],
])("says in its line how %j ended", async (query, ending) => {
  const { token } = await createCaller();
  const lines = watchLog();
  await callQuery(token, { query });
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toMatchObject({ event: "call", name: "query", ...ending });
});

test("writes one line for whatever else is called, and one for what is refused before", async () => {
  const { token } = await createCaller();
  const lines = watchLog();
  await call(token, "ping");
  await call(token, "tools/list");
  await call(token, "resources/read", { uri: "pg://system_info" });
  await call(token, "prompts/get", { name: "nothing" });
  await post(token, "{");
  await post("wrong", { jsonrpc: "2.0", id: 1, method: "ping" });
  await expect.poll(lines).toHaveLength(6);
  const told = lines().map(({ event, method, name, code, status }) => ({ event, method, name, code, status }));
  expect(told).toEqual(
    expect.arrayContaining([
      { event: "call", method: "ping", status: 200 },
      { event: "call", method: "tools/list", status: 200 },
      { event: "call", method: "resources/read", name: "pg://system_info", status: 200 },
      { event: "call", method: "prompts/get", code: "prompt_not_found", status: 200 },
      { event: "call", code: "parse_error", status: 400 },
      { event: "request", method: "POST", status: 401 },
    ]),
  );
});

test.each([
  ["tools/call", { name: "get_schema_info", arguments: { connection: "second" } }, "second"],
  ["tools/call", { name: "query", arguments: { query: "set default database to second" } }, "second"],
  ["resources/read", { uri: "pg://system_info" }, "main"],
  ["prompts/get", { name: "explore-database" }, "main"],
])("names the connection that %s of %j has read from", async (method, params, connection) => {
  const { token, tenant } = await createCaller();
  await admin("POST", `/tenants/${tenant}/connections`, { id: "second", url: env.READER_URL });
  const lines = watchLog();
  await call(token, method, params);
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toMatchObject({ verdict: "ok", connection });
});

test("never logs SQL, its values, parameters or what the database says of them", async () => {
  const { token } = await createCaller();
  const lines = watchLog();
  const secret = "tell-nobody";
  for (const args of [
    { query: `SELECT '${secret}'` },
    { query: "SELECT $1::text", params: [secret] },
    { query: "SELECT $1::int", params: [secret] },
    { query: `SELECT '${secret}'::int` },
    { query: `SELECT "${secret}"` },
    { query: `DROP TABLE "${secret}"` },
    { query: `SELEC '${secret}'` },
    { query: "SELECT 1", [secret]: secret },
    { query: `SELECT 1 at postgres://a:${secret}@b.com/c` },
    { query: "SELECT 1", connection: secret },
  ])
    await callQuery(token, args);
  await expect.poll(lines).toHaveLength(10);
  expect(JSON.stringify(lines())).not.toContain(secret);
});

test("writes the line of a streamed call when its last row has gone", async () => {
  const { token } = await createCaller();
  const lines = watchLog();
  const params = { name: "query", arguments: { query: "SELECT generate_series(1, 700)" }, _meta: { progressToken: 1 } };
  const reply = await post(
    token,
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    {
      headers: { accept: "application/json, text/event-stream" },
    },
  );
  expect(reply.text).toContain("notifications/progress");
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toMatchObject({ event: "call", name: "query", verdict: "ok", rows: 700, connection: "main" });
});

test("gives statements of one shape one fingerprint, and others another", async () => {
  const [one, two] = ["SELECT a FROM t WHERE b = 1", "select  a\nfrom t where b = 'x' -- why"];
  expect(await fingerprint(one)).toMatch(/^[0-9a-f]{16}$/);
  expect(await fingerprint(two)).toBe(await fingerprint(one));
  expect(await fingerprint("SELECT a FROM t WHERE c = 1")).not.toBe(await fingerprint(one));
  expect(await fingerprint("no sql at all")).toBeUndefined();
  expect(await fingerprint("x".repeat(20_000))).toBeUndefined();
});
