import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import {
  ask,
  createHandlerDatabase,
  type HandlerDatabase,
  register,
  request,
  saying,
  send,
  somebody,
} from "./handler-database.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installPack(client);
  await register(client, { type: "tool", name: "who", requiresAuth: false }, identityBody);
  await register(client, { type: "tool", name: "zebra", title: "Zebra", tags: ["animal", "striped"] }, saying("z"));
  await register(client, { type: "tool", name: "Aardvark", tags: ["animal"], readOnly: true }, saying("a"));
  await register(
    client,
    { type: "resource", name: "motd", uriTemplate: "note://motd", mimeType: "text/plain" },
    "BEGIN END;",
  );
  await register(
    client,
    { type: "resource", name: "note", uriTemplate: "note://{day}", tags: ["diary"] },
    "BEGIN END;",
  );
  await register(
    client,
    { type: "prompt", name: "greeting", arguments: [{ name: "whom", required: true }] },
    "BEGIN END;",
  );
});
afterAll(() => database.drop());

const identityBody = `
BEGIN
  RETURN api.mcp_tool_result('[]', (request).request_id, false, jsonb_build_object(
    'user', current_setting('auth.user_id', true), 'tenant', current_setting('auth.tenant_id', true),
    'email', current_setting('auth.user_email', true)));
END;`;

test.each([
  ["nothing", undefined, null],
  ["null", null, null],
  ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }], null],
  ["a text", "ping", null],
  ["no jsonrpc", { id: 1, method: "ping" }, 1],
  ["another jsonrpc", { jsonrpc: "1.0", id: "a", method: "ping" }, "a"],
  ["a number as jsonrpc", { jsonrpc: 2, id: "a", method: "ping" }, "a"],
  ["an id that is null", { jsonrpc: "2.0", id: null, method: "ping" }, null],
  ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "ping" }, null],
  ["an id that is a boolean", { jsonrpc: "2.0", id: true, method: "ping" }, null],
  ["no method", { jsonrpc: "2.0", id: 5 }, 5],
  ["no method and no id", { jsonrpc: "2.0" }, null],
  ["a method that is no text", { jsonrpc: "2.0", id: 5, method: 5 }, 5],
])("refuses %s as an invalid request", async (_, message, id) => {
  expect(await send(client, message)).toMatchObject({ jsonrpc: "2.0", id, error: { code: -32600 } });
});

test.each([
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
  { jsonrpc: "2.0", id: 1, method: "notifications/initialized" },
  { jsonrpc: "2.0", method: "tools/call", params: { name: "who" } },
  { method: "notifications/initialized" },
])("sends nothing back to %j", async (message) => {
  expect(await send(client, message)).toBeNull();
});

test.each(["a", "", "1", 1, -7, 1.5, 9_007_199_254_740_991, "ü \u0001 \"'"])(
  "hands the id %j back as it is",
  async (id) => {
    expect(await send(client, { jsonrpc: "2.0", id, method: "ping" })).toEqual({ jsonrpc: "2.0", id, result: {} });
  },
);

test("hands back an id with more digits than a double holds", async () => {
  const text = `SELECT (api.mcp_handle_request('{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}')).envelope ->> 'id'`;
  expect(await ask(client, text)).toBe("123456789012345678901234567890");
});

test.each([
  ["logging/setLevel", undefined, -32601],
  ["tools/call", [], -32602],
  ["tools/call", undefined, -32602],
  ["tools/call", { name: 5 }, -32602],
  ["tools/call", { name: "nobody" }, -32602],
  ["tools/call", { name: "greeting" }, -32602],
  ["tools/call", { name: "who", arguments: [] }, -32602],
  ["prompts/get", { name: "who" }, -32602],
  ["resources/read", { uri: "note:" }, -32602],
  ["resources/read", {}, -32602],
  ["initialize", {}, -32602],
  ["initialize", { protocolVersion: 1 }, -32602],
])("answers %s with %j by code %i", async (method, params, code) => {
  expect(await request(client, method, params)).toMatchObject({ id: 7, error: { code } });
});

test("names what it does not find", async () => {
  const messages = [
    await request(client, "tools/call", { name: "x" }),
    await request(client, "resources/read", { uri: "x:y" }),
    await request(client, "prompts/get", { name: "x" }),
    await request(client, "x/y"),
  ];
  expect(messages.map(({ error }) => error?.message)).toEqual([
    "Tool not found: x",
    "Resource not found: x:y",
    "Prompt not found: x",
    "Method not found: x/y",
  ]);
});

test.each([
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2099-01-01", "2025-11-25"],
  ["", "2025-11-25"],
])("negotiates protocol version %j to %s", async (protocolVersion, agreed) => {
  expect(await request(client, "initialize", { protocolVersion }, null)).toMatchObject({
    result: { protocolVersion: agreed, capabilities: { tools: {}, resources: {}, prompts: {} } },
  });
});

test("calls itself as the settings say, else after the database", async () => {
  const name = await ask(client, "SELECT current_database()");
  expect(await ask(client, "SELECT api.mcp_server_info()")).toEqual({ name, version: "1.0.0" });
  await client.query("BEGIN; SET LOCAL mcp.server_name = 'weather'; SET LOCAL mcp.server_version = '2.0.0'");
  expect(await ask(client, "SELECT api.mcp_server_info()")).toEqual({ name: "weather", version: "2.0.0" });
  await client.query("ROLLBACK");
});

test("lists what can be called, sorted by name", async () => {
  const tools = (await request(client, "tools/list")).result?.["tools"] as { name: string }[];
  expect(tools.map(({ name }) => name)).toEqual([
    "Aardvark",
    "database_info",
    "describe_table",
    "list_tables",
    "who",
    "zebra",
  ]);
  expect(tools[0]).toEqual({
    name: "Aardvark",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    _meta: { tags: ["animal"] },
  });
  expect(tools[5]).toEqual({
    name: "zebra",
    title: "Zebra",
    inputSchema: { type: "object" },
    _meta: { tags: ["animal", "striped"] },
  });
});

test("keeps resources with a fixed URI and templates apart", async () => {
  expect((await request(client, "resources/list")).result).toEqual({
    resources: [{ name: "motd", uri: "note://motd", mimeType: "text/plain" }],
  });
  const templates = (await request(client, "resources/templates/list")).result?.["resourceTemplates"];
  expect(templates).toMatchObject([
    { name: "note", uriTemplate: "note://{day}", mimeType: "application/json", _meta: { tags: ["diary"] } },
    { name: "table_schema", uriTemplate: "postgres:///{schema}/{table}" },
  ]);
  expect((await request(client, "prompts/list")).result).toMatchObject({
    prompts: [{ name: "greeting", arguments: [{ name: "whom", required: true }] }, { name: "sql_assistant" }],
  });
});

test("hides what needs a signed-in user when nobody is", async () => {
  const tools = (await request(client, "tools/list", undefined, null)).result?.["tools"] as { name: string }[];
  expect(tools.map(({ name }) => name)).toEqual(["database_info", "describe_table", "list_tables", "who"]);
  expect((await request(client, "resources/list", undefined, {})).result).toEqual({ resources: [] });
  expect((await request(client, "prompts/list", undefined, null)).result?.["prompts"]).toHaveLength(1);
});

test.each([
  [["striped"], ["zebra"]],
  [
    ["animal", "nothing"],
    ["Aardvark", "zebra"],
  ],
  [["nothing"], []],
])("filters tools by the tags %j", async (tags, names) => {
  await client.query("BEGIN; SELECT set_config('auth.user_id', 'test|ada', true)");
  const text = "SELECT coalesce(jsonb_path_query_array(api.mcp_list_tools($1), '$.tools[*].name'), '[]')";
  expect(await ask(client, text, [tags])).toEqual(names);
  for (const all of [null, []]) expect(await ask(client, text, [all])).toHaveLength(6);
  await client.query("ROLLBACK");
});

test("keeps nulls inside schemas when it leaves out missing members", async () => {
  const inputSchema = { type: "object", properties: { size: { default: null, enum: [null, 1] } } };
  await register(client, { type: "tool", name: "nullable", inputSchema, requiresAuth: false }, saying("x"));
  const tools = (await request(client, "tools/list")).result?.["tools"];
  expect(tools).toContainEqual({ name: "nullable", inputSchema });
  await client.query("SELECT api.drop_mcp_handler('nullable')");
});

const whoIs = async (context: unknown) =>
  (await request(client, "tools/call", { name: "who" }, context)).result?.["structuredContent"];

test("takes the identity from the context of each request, and nothing from the one before", async () => {
  await client.query("BEGIN");
  expect(await whoIs(somebody)).toEqual({ user: "test|ada", tenant: "acme", email: "ada@acme.example" });
  expect(await whoIs({ tenant_id: "other" })).toEqual({ user: "", tenant: "other", email: "" });
  await request(client, "ping", undefined, somebody);
  expect(await ask(client, "SELECT api.current_user_id()")).toBe("test|ada");
  await request(client, "ping", undefined, null);
  expect(await ask(client, "SELECT api.current_user_id()")).toBeNull();
  await client.query("COMMIT");
  await request(client, "ping", undefined, somebody);
  expect(await ask(client, "SELECT current_setting('auth.tenant_id', true)")).toBe("");
});

test.each([
  { user_id: "ada" },
  { user_id: 5 },
  { user_id: ["test|ada"] },
  { user_id: "test|ada", tenant_id: { a: 1 } },
  ["test|ada"],
  "test|ada",
])("refuses the context %j and leaves nobody signed in", async (context) => {
  await client.query("BEGIN; SELECT set_config('auth.user_id', 'test|before', true)");
  expect(await request(client, "ping", undefined, context)).toMatchObject({ id: 7, error: { code: -32001 } });
  expect(await ask(client, "SELECT api.current_user_id()")).toBeNull();
  await client.query("ROLLBACK");
  const direct = "SELECT (api.mcp_call_tool('who', '{}', $1, '1')).envelope";
  expect(await ask(client, direct, [JSON.stringify(context)])).toMatchObject({ error: { code: -32001 } });
});
