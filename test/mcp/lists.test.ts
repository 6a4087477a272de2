import { beforeAll, expect, test } from "vitest";
import { call, createCaller, post } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

const names = (items: { name: string }[]) => items.map((item) => item.name);

test.each([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
] as const)("sorts %s by name, the same every time", async (method, key) => {
  const first = names((await call(token, method)).json.result[key]);
  expect(first).toEqual(first.toSorted());
  expect(first.length).toBeGreaterThan(0);
  expect(names((await call(token, method)).json.result[key])).toEqual(first);
});

test.each(["tools/list", "resources/list", "resources/templates/list", "prompts/list"])(
  "answers a bad cursor of %s with -32602",
  async (method) => {
    const { json } = await call(token, method, { cursor: "bm9uc2Vuc2U" });
    expect(json.error).toMatchObject({ code: -32602, data: { code: "invalid_cursor" } });
  },
);

test("narrows the tools to those that the URL names, also for calls", async () => {
  const ask = (method: string, params: object) =>
    post(token, { jsonrpc: "2.0", id: 1, method, params }, { path: "/mcp?tools=server_info" });
  expect(names((await ask("tools/list", {})).json.result.tools)).toEqual(["server_info"]);
  const refused = await ask("tools/call", { name: "query", arguments: { query: "SELECT 1" } });
  expect(refused.json.error).toMatchObject({ code: -32602, data: { code: "tool_not_found" } });
});

test.each(["qurey", "query,", "query,nope", ""])("refuses ?tools=%s instead of ignoring it", async (tools) => {
  const reply = await post(
    token,
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { path: `/mcp?tools=${encodeURIComponent(tools)}` },
  );
  expect(reply.status).toBe(400);
  expect(reply.json.error.data).toMatchObject({ code: "bad_request", next: expect.stringContaining("query") });
});

test("shows only the tools of the tenant's list", async () => {
  const narrow = await createCaller({ policy: { allowedTools: ["query", "server_info"] } });
  expect(names((await call(narrow.token, "tools/list")).json.result.tools)).toEqual(["query", "server_info"]);
});

test("answers resources/subscribe of earlier revisions honestly", async () => {
  const { json } = await call(token, "resources/subscribe", { uri: "pg://system_info" });
  expect(json.error).toMatchObject({ code: -32601, data: { next: expect.stringContaining("subscriptions/listen") } });
});
