import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let url = new URL("http://localhost");
let headers: Record<string, string> = {};

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  url = new URL("/mcp", worker.url);
  headers = await createSocketCaller(worker.url);
});

afterAll(async () => {
  await worker?.stop();
});

const toolNames = [
  "generate_embedding",
  "get_schema_info",
  "query",
  "query_database",
  "read_resource",
  "server_info",
  "similarity_search",
];

async function connectOld(): Promise<OldClient> {
  const client = new OldClient({ name: "old", version: "1" });
  await client.connect(new OldTransport(url, { requestInit: { headers } }));
  return client;
}

async function connectModern(options: ConstructorParameters<typeof ModernClient>[1]): Promise<ModernClient> {
  const client = new ModernClient({ name: "new", version: "1" }, options);
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  return client;
}

const query = { name: "query", arguments: { query: "SELECT count(*) FROM shop.orders" } };

test("serves the 1.x client", async () => {
  const client = await connectOld();
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  expect((await client.callTool(query)).structuredContent).toMatchObject({ rows: [[50000]] });
  expect(await client.callTool({ name: "query", arguments: { query: "DROP TABLE x" } })).toMatchObject({
    isError: true,
  });
  expect((await client.readResource({ uri: "pg://system_info" })).contents).toHaveLength(1);
  await client.close();
});

test.each([
  ["legacy", undefined],
  ["modern", { mode: { pin: "2026-07-28" } }],
] as const)("serves the 2.x client in the %s era", async (era, versionNegotiation) => {
  const client = await connectModern(versionNegotiation === undefined ? {} : { versionNegotiation });
  expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  expect((await client.callTool(query)).structuredContent).toMatchObject({ rows: [[50000]] });
  await client.close();
});

test("answers the seeds' plain request with plain JSON", async () => {
  const response = await fetch(new URL("/mcp/v1", url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":"2","method":"tools/list"}',
  });
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: "2" });
});

test("refuses without a token over the socket too", async () => {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect([response.status, await response.text()]).toEqual([401, '{"error":"Unauthorized"}']);
});

test("costs a read token at most 2,000 tokens of context for its tools", async () => {
  const client = await connectOld();
  const { tools } = await client.listTools();
  await client.close();
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const [forModel, inAll] = [shown, tools].map((value) => encode(JSON.stringify(value)).length);
  process.stdout.write(`tools/list: ${String(inAll)} tokens, ${String(forModel)} without output schemas and hints\n`);
  expect(inAll).toBeLessThanOrEqual(2000);
});

const calls = [
  { name: "query", arguments: { query: "SELECT 1 AS one" } },
  { name: "query_database", arguments: { query: "TABLE shop.categories" } },
  { name: "get_schema_info", arguments: {} },
  { name: "get_schema_info", arguments: { schema_name: "shop" } },
  { name: "get_schema_info", arguments: { schema_name: "shop", table_name: "orders" } },
  { name: "read_resource", arguments: { uri: "postgres:///shop/orders" } },
  { name: "read_resource", arguments: { list: true } },
  { name: "server_info", arguments: {} },
  { name: "generate_embedding", arguments: { text: "a red coat" } },
  { name: "generate_embedding", arguments: { texts: ["a red coat", "a blue one"], provider: "local" } },
  { name: "similarity_search", arguments: { table_name: "content.documents", query_text: "return a parcel" } },
  ...["summary", "ids_only"].map((output_format) => ({
    name: "similarity_search",
    arguments: { table_name: "content.documents", query_text: "return a parcel", output_format },
  })),
];

/** Lists and uses everything; both clients check each result against the tool's own output schema. */
async function useEverything(client: OldClient | ModernClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(tools.map(({ name }) => name)));
  for (const call of calls) expect((await client.callTool(call)).isError, JSON.stringify(call)).toBeFalsy();
  const { resources } = await client.listResources();
  for (const { uri } of resources) expect((await client.readResource({ uri })).contents, uri).toHaveLength(1);
  const { resourceTemplates } = await client.listResourceTemplates();
  for (const { uriTemplate } of resourceTemplates) {
    const ref = { type: "ref/resource" as const, uri: uriTemplate };
    const { completion } = await client.complete({ ref, argument: { name: "schema", value: "sh" } });
    expect(completion.values).toEqual(["shop"]);
  }
  const { prompts } = await client.listPrompts();
  for (const prompt of prompts) {
    const needed = (prompt.arguments ?? []).filter((argument) => argument.required);
    const args = Object.fromEntries(needed.map((argument) => [argument.name, "late deliveries"]));
    expect((await client.getPrompt({ name: prompt.name, arguments: args })).messages).toHaveLength(1);
  }
}

test("lists and uses everything with the 1.x client", async () => {
  const client = await connectOld();
  await useEverything(client);
  await client.close();
});

test.each([
  ["legacy", {}],
  ["modern", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
] as const)("lists and uses everything with the 2.x client in the %s era", async (_, options) => {
  const client = await connectModern(options);
  await useEverything(client);
  await client.close();
});
