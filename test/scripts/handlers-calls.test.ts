import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  readOnly,
  register,
  request,
  somebody,
} from "./handler-database.ts";
import { installSamples } from "./handler-samples.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installSamples(client);
});
afterAll(() => database.drop());

test("answers a tool call with text and structure", async () => {
  expect(await readOnly(client, () => callTool(client, "weather_in", { city: "Bergen" }))).toEqual({
    jsonrpc: "2.0",
    id: 7,
    result: { content: [{ type: "text", text: '{"celsius": 8.5}' }], structuredContent: { celsius: 8.5 } },
  });
});

test("hands on an error that a tool made itself", async () => {
  const answer = await readOnly(client, () => callTool(client, "weather_in", { city: "Atlantis" }));
  expect(answer.result).toEqual({ content: [{ type: "text", text: "No weather for Atlantis" }], isError: true });
});

test("tells the model which required argument is missing", async () => {
  const answer = await readOnly(client, () => callTool(client, "weather_in"));
  expect(answer.result).toEqual({
    content: [{ type: "text", text: "Missing required argument: city" }],
    isError: true,
  });
  expect(await request(client, "prompts/get", { name: "reminder" })).toMatchObject({
    error: { code: -32602, message: "Missing required argument: customer" },
  });
});

test("reads a resource by its template, with decoded values", async () => {
  const answer = await request(client, "resources/read", { uri: "invoice://acme/%31" });
  const [content] = (answer.result?.["contents"] ?? []) as { uri: string; text: string }[];
  expect(content?.uri).toBe("invoice://acme/%31");
  expect(JSON.parse(content?.text ?? "")).toMatchObject({ id: 1, total: 120.5 });
  for (const uri of [
    "invoice://acme",
    "invoice://acme/1/2",
    "invoice://acme/",
    "xinvoice://acme/1",
    "invoice://acme/1?x",
  ]) {
    expect(await request(client, "resources/read", { uri })).toMatchObject({ error: { code: -32602 } });
  }
});

test("prefers a fixed URI, then the longer template, then the first name", async () => {
  const body = (word: string) => `BEGIN RETURN api.mcp_resource_result(
    jsonb_build_array(jsonb_build_object('uri', (request).uri, 'text', '${word}')), (request).request_id); END`;
  const templates = { one: "x://{a}/{b}", two: "x://{a}/special", three: "x://a/b", zwei: "x://{b}/special" };
  for (const [name, uriTemplate] of Object.entries(templates))
    await register(client, { type: "resource", name, uriTemplate }, body(name));
  const read = async (uri: string) => (await request(client, "resources/read", { uri })).result;
  expect(await read("x://q/r")).toHaveProperty("contents.0.text", "one");
  expect(await read("x://q/special")).toHaveProperty("contents.0.text", "two");
  expect(await read("x://a/b")).toHaveProperty("contents.0.text", "three");
});

test.each([
  ["x:{a}", "x:%C3%A9%20b", { a: "é b" }],
  ["x:{a}.{b}", "x:1.2", { a: "1", b: "2" }],
  ["x:(a)[b]*+^$|{a}", "x:(a)[b]*+^$|y", { a: "y" }],
  ["x:{a}", "x:50%", { a: "50%" }],
  ["x:{a}", "y:1", {}],
  ["x:y", "x:y", {}],
])("reads the values of %s from %s", async (template, uri, values) => {
  expect(await ask(client, "SELECT api.mcp_uri_variables($1, $2)", [template, uri])).toEqual(values);
});

test("expands a prompt, with and without its optional argument", async () => {
  const expand = async (args: object) =>
    (await request(client, "prompts/get", { name: "reminder", arguments: args }, null)).result;
  expect(await expand({ customer: "Ada" })).toEqual({
    messages: [{ role: "user", content: { type: "text", text: "Remind Ada of the invoice, kindly." } }],
  });
  expect(await expand({ customer: "Ada", tone: "firmly" })).toHaveProperty(
    "messages.0.content.text",
    "Remind Ada of the invoice, firmly.",
  );
});

test("calls handlers without the dispatcher's envelope", async () => {
  const text = `SELECT (api.mcp_call_tool('pay_invoice', '{"id": 2}', '{"user_id": "test|bob"}', '"direct-1"')).envelope`;
  expect(await ask(client, text)).toMatchObject({ id: "direct-1", result: { content: [{ text: "Paid 99" }] } });
  expect(await ask(client, "SELECT paid_by FROM invoices WHERE id = 2")).toBe("test|bob");
  const resource = `SELECT (api.mcp_read_resource('invoice://globex/2', $1, '2')).envelope`;
  expect(await ask(client, resource, [JSON.stringify(somebody)])).toHaveProperty("result.contents");
  const prompt = `SELECT (api.mcp_get_prompt('reminder', '{"customer": "Bo"}', NULL, NULL)).envelope`;
  expect(await ask(client, prompt)).toMatchObject({ id: null, result: { messages: [{ role: "user" }] } });
});

test("asks for a signed-in user where the handler does", async () => {
  for (const context of [null, {}, { tenant_id: "acme" }, { user_id: "" }]) {
    expect(await callTool(client, "pay_invoice", { id: 1 }, context)).toMatchObject({
      id: 7,
      error: { code: -32001, message: "Authentication required: no user resolved from context" },
    });
  }
});
