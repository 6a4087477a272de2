import { beforeAll, expect, test } from "vitest";
import { call, createCaller, post } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

test.each([
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2099-01-01", "2025-11-25"],
])("answers initialize %s with %s, as the seeds' curl sends it", async (asked, given) => {
  const { json } = await call(token, "initialize", { protocolVersion: asked });
  expect(json.result).toMatchObject({
    protocolVersion: given,
    serverInfo: { name: "postern", version: "0.1.0" },
    capabilities: { tools: {}, resources: {} },
  });
});

test("lists tools sorted, with schemas and all hints", async () => {
  const { json } = await call(token, "tools/list");
  expect(json.result.tools.map((tool: { name: string }) => tool.name)).toEqual([
    "generate_embedding",
    "get_schema_info",
    "query",
    "query_database",
    "read_resource",
    "server_info",
    "similarity_search",
  ]);
  expect(json.result.tools.find((tool: { name: string }) => tool.name === "query")).toMatchObject({
    inputSchema: { type: "object", required: ["query"] },
    annotations: { readOnlyHint: true },
  });
});

test("hides what a token without its scope may not see", async () => {
  const writer = await createCaller({ token: { scopes: ["write"] } });
  for (const [method, key] of [
    ["tools/list", "tools"],
    ["prompts/list", "prompts"],
    ["resources/list", "resources"],
    ["resources/templates/list", "resourceTemplates"],
  ] as const) {
    expect((await call(writer.token, method)).json.result[key]).toEqual([]);
  }
  expect(
    (await call(writer.token, "tools/call", { name: "query", arguments: { query: "SELECT 1" } })).json.error.code,
  ).toBe(-32602);
});

test("gives an unknown tool -32602 with the seeds' symbol", async () => {
  const { status, json } = await call(token, "tools/call", { name: "nope", arguments: {} });
  expect(status).toBe(200);
  expect(json.error).toMatchObject({ code: -32602, data: { code: "tool_not_found" } });
});

test("lists and reads pg://system_info", async () => {
  const { resources } = (await call(token, "resources/list")).json.result;
  expect(resources.map((resource: { uri: string }) => resource.uri)).toContain("pg://system_info");
  const { json } = await call(token, "resources/read", { uri: "pg://system_info" });
  expect(JSON.parse(json.result.contents[0].text)).toMatchObject({
    postgresql_version: expect.stringMatching(/^18/),
    database: "shop",
    user: "postern_reader",
    bit_version: "64-bit",
    port: expect.any(Number),
  });
});

test("gives an unknown resource the code of the revision in use", async () => {
  expect((await call(token, "resources/read", { uri: "pg://nope" })).json.error).toMatchObject({
    code: -32002,
    data: { code: "resource_not_found" },
  });
  const modern = await postModern("resources/read", { uri: "pg://nope" }, "pg://nope");
  expect(modern.json.error).toMatchObject({ code: -32602, data: { code: "resource_not_found" } });
});

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

function postModern(method: string, params: object, name?: string, version = "2026-07-28") {
  const headers = {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  };
  const _meta = { ...modernMeta, "io.modelcontextprotocol/protocolVersion": version };
  return post(token, { jsonrpc: "2.0", id: "m", method, params: { ...params, _meta } }, { headers });
}

test("serves 2026-07-28 without a handshake", async () => {
  expect((await postModern("server/discover", {})).json.result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  const { json } = await postModern("tools/call", { name: "query", arguments: { query: "SELECT 2" } }, "query");
  expect(json).toMatchObject({ id: "m", result: { structuredContent: { rows: [[2]] } } });
});

test("answers 2026-07-28 mistakes with that revision's codes", async () => {
  expect(await postModern("no/such", {})).toMatchObject({ status: 404, json: { error: { code: -32601 } } });
  expect(await postModern("server/discover", {}, undefined, "2027-01-01")).toMatchObject({
    status: 400,
    json: { error: { code: -32022 } },
  });
});

test("tells about itself without the database", async () => {
  const { json } = await call(token, "tools/call", { name: "server_info" });
  expect(json.result.structuredContent).toMatchObject({ name: "Postern", version: "0.1.0", connections: ["main"] });
});
