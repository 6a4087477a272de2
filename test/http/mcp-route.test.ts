import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { call, createCaller, post } from "../support/worker.ts";

let token = "";
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

beforeAll(async () => {
  ({ token } = await createCaller());
});

test.each([
  ["no token", ""],
  ["a malformed token", "hello"],
  ["a token with a wrong checksum", "pst_0000000000000000_0000000000000000000000000000000000000000000000000"],
])("answers 401 in one shape for %s", async (_, bearer) => {
  const reply = await post(bearer, ping);
  expect(reply.status).toBe(401);
  expect(reply.text).toBe('{"error":"Unauthorized"}');
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});

test("answers 401 for an expired token", async () => {
  const caller = await createCaller({ token: { expiresInDays: 1 } });
  const { keys } = await env.POSTERN_KV.list({ prefix: "token:" });
  for (const { name } of keys) {
    const record = await env.POSTERN_KV.get<{ id: string }>(name, "json");
    if (record?.id === caller.tokenId)
      await env.POSTERN_KV.put(name, JSON.stringify({ ...record, expiresAt: "2020-01-01T00:00:00Z" }));
  }
  expect((await post(caller.token, ping)).status).toBe(401);
});

test("refuses a foreign origin and admits localhost pages", async () => {
  const refused = await post(token, ping, { headers: { origin: "https://evil.example" } });
  expect(refused.status).toBe(403);
  expect(refused.json.error.data.code).toBe("origin_forbidden");
  expect((await post(token, ping, { headers: { origin: "null" } })).status).toBe(403);
  expect((await post(token, ping, { headers: { origin: "http://localhost:6274" } })).status).toBe(200);
});

test("answers 429 with Retry-After when the tenant calls too often", async () => {
  const limit = vi.spyOn(env.CALL_RATE_1200, "limit").mockResolvedValue({ success: false });
  const reply = await post(token, ping);
  limit.mockRestore();
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(reply.json.error.data).toMatchObject({ code: "rate_limited", retryable: true });
});

test.each(["GET", "DELETE", "PUT"])("answers 405 with Allow to %s", async (method) => {
  const reply = await post(token, undefined, { method });
  expect(reply.status).toBe(405);
  expect(reply.headers.get("allow")).toBe("POST");
});

test.each([
  ["application/json", 200],
  ["*/*", 200],
  ["application/json, text/event-stream", 200],
  ["text/html", 406],
  ["application/json;q=0", 406],
])("answers Accept %s with %i", async (accept, status) => {
  const reply = await post(token, ping, { headers: { accept } });
  expect(reply.status).toBe(status);
  expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
});

test("streams to a client that accepts only event streams", async () => {
  const reply = await post(token, ping, { headers: { accept: "text/event-stream" } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(reply.text).toContain('"result":{}');
});

test.each([
  ["broken JSON", "{", 400, -32700],
  ["a batch", [ping, ping], 400, -32600],
  ["what is not JSON-RPC", { hello: 1 }, 400, -32600],
  ["2 MiB", JSON.stringify({ ...ping, params: { filler: "x".repeat(2 * 1024 * 1024) } }), 413, -32600],
])("refuses %s", async (_, body, status, code) => {
  const reply = await post(token, body);
  expect(reply.status).toBe(status);
  expect(reply.json.error.code).toBe(code);
});

test("refuses another content type with 415", async () => {
  expect((await post(token, ping, { headers: { "content-type": "text/plain" } })).status).toBe(415);
});

test("refuses an unknown protocol version header with 400", async () => {
  expect((await post(token, ping, { headers: { "mcp-protocol-version": "1999-01-01" } })).status).toBe(400);
});

test("accepts a notification with 202 and no body", async () => {
  const reply = await post(token, { jsonrpc: "2.0", method: "notifications/initialized" });
  expect([reply.status, reply.text]).toEqual([202, ""]);
});

test("serves /mcp/v1 and gives ids back as they came", async () => {
  const text = await post(token, { ...ping, id: "abc" }, { path: "/mcp/v1" });
  expect(text.json).toEqual({ jsonrpc: "2.0", id: "abc", result: {} });
  expect((await post(token, { ...ping, id: 0 })).json.id).toBe(0);
});

test("gives an unknown method -32601", async () => {
  expect((await call(token, "no/such")).json.error.code).toBe(-32601);
});

test("tells health without a token and the deep state only to the operator", async () => {
  const health = async (query: string, authorization = "") => {
    const response = await exports.default.fetch(`http://localhost/health${query}`, { headers: { authorization } });
    return [response.status, await response.json()];
  };
  expect(await health("")).toEqual([200, { status: "ok", version: "0.1.0" }]);
  expect(await health("?deep=1")).toEqual([401, { error: "Unauthorized" }]);
  const operator = `Bearer ${env.ADMIN_TOKEN}`;
  const { tenant } = await createCaller();
  expect(await health(`?deep=1&tenant=${tenant}`, operator)).toMatchObject([
    200,
    { status: "ok", kv: "ok", database: "ok" },
  ]);
  const down = await createCaller({ url: env.READER_URL.replace(/:\d+\//, ":1/") });
  expect(await health(`?deep=1&tenant=${down.tenant}`, operator)).toMatchObject([
    503,
    { status: "degraded", database: "database_not_ready" },
  ]);
});

test("shows people how to connect and answers 404 elsewhere, so no OAuth is assumed", async () => {
  const page = await (await exports.default.fetch("http://localhost/")).text();
  expect(page).toContain("claude mcp add --transport http postern http://localhost/mcp");
  expect((await exports.default.fetch("http://localhost/.well-known/oauth-protected-resource")).status).toBe(404);
});
