import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createToolCaller } from "../scripts/tool-caller.ts";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let isSilent = false;
let [asked, left] = [0, 0];
const patience = { timeout: 15_000 };

const answer = {
  choices: [{ message: { content: "```sql\nSELECT count(*) AS n FROM shop.products\n```" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 500, completion_tokens: 12 },
};

const model = http.createServer((request, response) => {
  asked += 1;
  response.once("close", () => {
    if (!response.writableFinished) left += 1;
  });
  request.resume();
  if (!isSilent) response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
});

beforeAll(async () => {
  model.listen(0, "127.0.0.1");
  await once(model, "listening");
  const { port } = model.address() as AddressInfo;
  worker = await startWorkerOnSocket({
    TEXT_PROVIDER: "openai",
    TEXT_MODEL: "shared",
    TEXT_URL: `http://127.0.0.1:${String(port)}/v1`,
  });
});

afterAll(async () => {
  await worker?.stop();
  model.closeAllConnections();
  model.close();
});

const url = (): URL => worker?.url ?? new URL("http://x");

test("answers with the deployment's model, in the form that the tool declares", async () => {
  isSilent = false;
  const { tool } = await createToolCaller(url(), { databaseUrl: inject("readerUrl") });
  const { structured, text } = await tool("query_database", { query: "How many products are there?" });
  expect(structured).toMatchObject({ rows: [[120]], usage: { model: "shared", inputTokens: 500, outputTokens: 12 } });
  expect(text).toMatch(/^Natural Language Query: How many products are there\?\n\nGenerated SQL:\n/);
});

test("stops asking the model when the client has left, and gives its place back", async () => {
  isSilent = true;
  const headers = await createSocketCaller(url(), { policy: { maxConcurrentCalls: 1 } });
  const send = (method: string, params: object, signal?: AbortSignal): Promise<Response> =>
    fetch(new URL("/mcp", url()), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      ...(signal === undefined ? {} : { signal }),
    });
  const [before, gone] = [asked, left];
  const leaving = new AbortController();
  const params = { name: "query_database", arguments: { query: "How many products are there?" } };
  const abandoned = send("tools/call", params, leaving.signal).catch(() => undefined);
  await expect.poll(() => asked - before, patience).toBe(1);
  leaving.abort();
  await abandoned;
  await expect.poll(() => left - gone, patience).toBe(1);
  await expect.poll(async () => (await send("ping", {})).status, patience).toBe(200);
  expect(asked - before).toBe(1);
}, 40_000);
