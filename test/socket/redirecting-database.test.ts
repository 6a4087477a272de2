import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

const asked: string[] = [];
const elsewhere = http.createServer((_, response) => void response.end(asked.push("elsewhere").toString()));
const database = http.createServer((_, response) => {
  asked.push("database");
  response.writeHead(307, { location: `http://${addressOf(elsewhere)}/sql` }).end();
});
let worker: SocketWorker | undefined;

const addressOf = (server: http.Server): string => `127.0.0.1:${String((server.address() as AddressInfo).port)}`;

beforeAll(async () => {
  for (const server of [elsewhere, database]) await once(server.listen(0, "127.0.0.1"), "listening");
  worker = await startWorkerOnSocket({ LOCAL_PROXY: addressOf(database) });
});

afterAll(async () => {
  await worker?.stop();
  for (const server of [elsewhere, database]) server.close();
});

test("follows no host that points elsewhere, and so carries the password nowhere", async () => {
  const headers = await createSocketCaller(worker?.url ?? new URL("http://x"));
  const params = { name: "query", arguments: { query: "SELECT 1" } };
  const response = await fetch(new URL("/mcp", worker?.url), {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(await response.text()).toContain('"code":"database_not_ready"');
  expect(new Set(asked)).toEqual(new Set(["database"]));
});
