import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let url = new URL("http://localhost");
let headers: Record<string, string> = {};

async function admin(path: string, body: object): Promise<{ token?: string }> {
  const { ADMIN_TOKEN } = inject("workerSettings");
  const response = await fetch(new URL(`/admin${path}`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { token?: string };
}

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  url = new URL("/mcp", worker.url);
  await admin("/tenants", { id: "socket" });
  await admin("/tenants/socket/connections", { id: "main", url: inject("readerUrl") });
  const { token } = await admin("/tenants/socket/tokens", {});
  headers = { authorization: `Bearer ${token ?? ""}` };
});

afterAll(async () => {
  await worker?.stop();
});

const query = { name: "query", arguments: { query: "SELECT count(*) FROM shop.orders" } };

test("serves the 1.x client", async () => {
  const client = new OldClient({ name: "old", version: "1" });
  await client.connect(new OldTransport(url, { requestInit: { headers } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["query", "server_info"]);
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
  const client = new ModernClient(
    { name: "new", version: "1" },
    versionNegotiation === undefined ? {} : { versionNegotiation },
  );
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["query", "server_info"]);
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
