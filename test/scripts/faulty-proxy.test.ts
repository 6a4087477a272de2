import { once } from "node:events";
import { expect, inject, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { type FaultyProxy, startFaultyProxy } from "../support/faulty-proxy.ts";
import { neonClient } from "./proxy-client.ts";

const databaseUrl = inject("postgresUrl");

async function start(): Promise<FaultyProxy> {
  const proxy = await startFaultyProxy(inject("proxyAddress"));
  onTestFinished(() => proxy.close());
  return proxy;
}

async function post({ address }: FaultyProxy, signal?: AbortSignal): Promise<Response> {
  return fetch(`http://${address}/sql`, {
    method: "POST",
    headers: { "neon-connection-string": databaseUrl },
    body: JSON.stringify({ query: "SELECT 1 AS one" }),
    ...(signal ? { signal } : {}),
  });
}

async function openSocket({ address }: FaultyProxy): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${address}/v2?address=${new URL(databaseUrl).host}`);
  await once(socket, "open");
  return socket;
}

/** The wire protocol's SSLRequest, which Postgres answers with one byte: three on the WebSocket, frame included. */
const sslRequest = Buffer.from("0000000804d2162f", "hex");

test("passes requests and WebSockets through and counts them", async () => {
  const proxy = await start();
  expect(await (await post(proxy)).json()).toMatchObject({ rows: [{ one: 1 }] });
  const client = neonClient(proxy.address, databaseUrl);
  await client.connect();
  expect((await client.query("SELECT 2 AS two")).rows).toEqual([{ two: 2 }]);
  await expect.poll(() => proxy.open()).toBe(1);
  await client.end();
  await proxy.untilNoneOpen();
  expect({ open: proxy.open(), accepted: proxy.accepted() }).toEqual({ open: 0, accepted: 2 });
});

test("cuts an answer after its headers and half of its body, and passes the next one", async () => {
  const proxy = await start();
  proxy.fail("cut-mid-body");
  const response = await post(proxy);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  proxy.fail("pass-through");
  expect((await post(proxy)).status).toBe(200);
});

test("resets connections when refusing", async () => {
  const proxy = await start();
  proxy.fail("refuse");
  await expect(post(proxy)).rejects.toThrow("fetch failed");
  const socket = new WebSocket(`ws://${proxy.address}/v2`);
  const [error] = (await once(socket, "error")) as [Error];
  expect(error.message).toMatch(/ECONNRESET|hang up/);
  await proxy.untilNoneOpen();
});

test("never answers when half open, until the client gives up", async () => {
  const proxy = await start();
  proxy.fail("half-open");
  const caller = new AbortController();
  const call = expect(post(proxy, caller.signal)).rejects.toThrow(/abort/i);
  const socket = new WebSocket(`ws://${proxy.address}/v2`);
  await expect.poll(() => proxy.open()).toBe(2);
  caller.abort();
  await call;
  socket.on("error", () => undefined).terminate();
  await proxy.untilNoneOpen();
});

test("drips whitespace without end when slow", async () => {
  const proxy = await start();
  proxy.fail("slow");
  const caller = new AbortController();
  const { body } = await post(proxy, caller.signal);
  const reader = body?.getReader();
  for (let read = 0; read < 3; read += 1) {
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toMatch(/^ +$/);
  }
  caller.abort();
  await proxy.untilNoneOpen();
});

test.each([
  [2, []],
  [3, ["N"]],
])("cuts a WebSocket after %i bytes from the upstream, without a goodbye", async (bytes, expected) => {
  const proxy = await start();
  proxy.fail("cut-websocket-after", bytes);
  const socket = await openSocket(proxy);
  const received: string[] = [];
  socket.on("message", (data: Buffer) => received.push(data.toString()));
  socket.send(sslRequest);
  const [code] = (await once(socket, "close")) as [number];
  expect({ code, received }).toEqual({ code: 1006, received: expected });
  await proxy.untilNoneOpen();
});

test("leaves a WebSocket open and dumb after the given bytes", async () => {
  const proxy = await start();
  proxy.fail("half-open-websocket", 3);
  const socket = await openSocket(proxy);
  const heard: string[] = [];
  socket.on("message", (data: Buffer) => heard.push(data.toString())).on("pong", () => heard.push("pong"));
  socket.send(sslRequest);
  await once(socket, "message");
  socket.ping();
  // The proxy answers a request made after the ping, so the ping has had its time.
  await post(proxy);
  await expect.poll(() => proxy.open()).toBe(1);
  expect(heard).toEqual(["N"]);
  socket.terminate();
  await proxy.untilNoneOpen();
});
