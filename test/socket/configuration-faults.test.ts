import http from "node:http";
import type net from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type ConfigurationServer, startConfigurationServer } from "../scripts/configuration-server.ts";
import { createToolCaller, type ToolCaller } from "../scripts/tool-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let server: ConfigurationServer;
let caller: ToolCaller;

/** Requests with this in them reach the database, but their answers are lost. */
let lost = "";
let losses = 0;

const front = http.createServer((request, response) => {
  void relay(request, response);
});

async function relay(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body = await text(request);
  const { host: _, "content-length": __, ...headers } = request.headers as Record<string, string>;
  const answer = await fetch(`http://${inject("proxyAddress")}${request.url ?? ""}`, { method: "POST", headers, body });
  const answered = await answer.text();
  if (lost !== "" && body.includes(lost)) {
    losses += 1;
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { "content-type": "application/json", connection: "close" }).end(answered);
}

beforeAll(async () => {
  server = await startConfigurationServer();
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  worker = await startWorkerOnSocket({ LOCAL_PROXY: `127.0.0.1:${String((front.address() as net.AddressInfo).port)}` });
  caller = await createToolCaller(worker.url, {
    databaseUrl: server.url("postgres"),
    token: { scopes: ["read", "admin"] },
  });
});

beforeEach(async () => {
  lost = "";
  losses = 0;
  await server.run("ALTER SYSTEM RESET ALL");
});

afterAll(async () => {
  await worker?.stop();
  front.close();
  await server.stop();
});

const set = (value: string) => caller.tool("set_pg_configuration", { parameter: "work_mem", value });
const written = () => server.run("SELECT setting FROM pg_file_settings WHERE name = 'work_mem'");

test("does not repeat a change whose answer is lost, and says that it may have been made", async () => {
  lost = "ALTER SYSTEM SET";
  expect((await set("8MB")).structured).toMatchObject({
    code: "database_not_ready",
    next: expect.stringContaining("may have been made"),
  });
  expect(losses).toBe(1);
  expect(await written()).toEqual([{ setting: "8MB" }]);
});

test("says that a change was made when only reading it back fails", async () => {
  lost = "pg_reload_conf";
  expect((await set("8MB")).structured).toMatchObject({
    code: "database_not_ready",
    next: "The change was made, only reading it back failed. It was: ALTER SYSTEM SET work_mem = '8MB'",
  });
  expect(await written()).toEqual([{ setting: "8MB" }]);
});
