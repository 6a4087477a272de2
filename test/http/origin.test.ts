import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createCaller } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function statusOf(url: string, origin: string): Promise<number> {
  const response = await exports.default.fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", origin },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await response.body?.cancel();
  return response.status;
}

test.each([
  ["its own page", "https://gate.example/mcp", "https://gate.example"],
  ["its own page on another port", "https://gate.example:8443/mcp/v1", "https://gate.example:8443"],
  ["its own page on localhost", "http://localhost:8787/mcp", "http://localhost:8787"],
  ["a page of an inspector on localhost", "http://127.0.0.1:8787/mcp", "http://localhost:6274"],
])("admits %s", async (_, url, origin) => {
  expect(await statusOf(url, origin)).toBe(200);
});

test.each([
  ["a stranger's page", "https://gate.example/mcp", "https://evil.example"],
  ["a name that begins alike", "https://gate.example/mcp", "https://gate.example.evil"],
  ["a name that ends alike", "https://gate.example/mcp", "https://evil-gate.example"],
  ["another port", "https://gate.example/mcp", "https://gate.example:8443"],
  ["the page without TLS", "https://gate.example/mcp", "http://gate.example"],
  ["a page on localhost that calls a deployed Worker", "https://gate.example/mcp", "http://localhost:8787"],
  ["a rebound name", "http://evil.example:8787/mcp", "http://evil.example:8787"],
  ["a page without an origin", "https://gate.example/mcp", "null"],
  ["nonsense", "https://gate.example/mcp", "gate.example"],
])("refuses %s", async (_, url, origin) => {
  expect(await statusOf(url, origin)).toBe(403);
});
