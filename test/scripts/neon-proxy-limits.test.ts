import http from "node:http";
import net from "node:net";
import { once } from "node:events";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { type NeonProxyOptions, startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import { countRunning, neonClient, postSql } from "./proxy-client.ts";

const databaseUrl = inject("postgresUrl");

async function startProxy(options: NeonProxyOptions = {}): Promise<string> {
  const proxy = await startNeonProxy(options);
  onTestFinished(() => proxy.close());
  return proxy.address;
}

test("a result larger than Neon allows is refused in Neon's words and its statement cancelled", async () => {
  const address = await startProxy();
  const marker = `large-${crypto.randomUUID()}`;
  const query = `SELECT repeat('x', 1000), generate_series(1, 1000000000) /* ${marker} */`;
  const { status, body } = await postSql({ address, databaseUrl, body: { query } });
  expect({ status, message: body.message, code: body.code }).toEqual({
    status: 507,
    message: "response is too large (max is 67108864 bytes)",
    code: null,
  });
  await vi.waitUntil(async () => (await countRunning(databaseUrl, marker)) === 0, { timeout: 10_000 });
});

test("results that are too large only together are refused", async () => {
  const address = await startProxy({ limits: { maxResponseBytes: 1_000_000 } });
  const half = { query: "SELECT repeat('x', 600000)" };
  expect((await postSql({ address, databaseUrl, body: { queries: [half] } })).status).toBe(200);
  expect((await postSql({ address, databaseUrl, body: { queries: [half, half] } })).status).toBe(507);
});

test("one value that is too large is refused before it is put together", async () => {
  const address = await startProxy({ limits: { maxResponseBytes: 1_000_000 } });
  const { status } = await postSql({ address, databaseUrl, body: { query: "SELECT repeat('x', 100000000)" } });
  expect(status).toBe(507);
});

test("a request that announces too large a body is refused", async () => {
  const address = await startProxy({ limits: { maxBodyBytes: 1_000 } });
  const { status, body } = await postSql({ address, databaseUrl, body: { query: "x".repeat(2_000) } });
  expect({ status, message: body.message }).toEqual({
    status: 413,
    message: "request is too large (max is 1000 bytes)",
  });
});

test("a request whose body grows too large is refused", async () => {
  const address = await startProxy({ limits: { maxBodyBytes: 1_000 } });
  const request = http.request(`http://${address}/sql`, {
    method: "POST",
    headers: { "neon-connection-string": databaseUrl },
  });
  request.on("error", () => undefined);
  request.write(" ".repeat(2_000));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  request.destroy();
  expect(response.statusCode).toBe(413);
});

test("connections beyond the maximum are turned away and those within it go on", async () => {
  const address = await startProxy({ limits: { maxConnections: 1 } });
  const first = neonClient(address, databaseUrl);
  await first.connect();
  const { hostname, port } = new URL(`http://${address}`);
  const second = net.connect(Number(port), hostname);
  await new Promise((resolve) => second.once("close", resolve).on("error", () => undefined));
  expect((await first.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await first.end();
});

test("only the targets on the list are reached, and a refusal is logged without the password", async () => {
  const lines: string[] = [];
  const { hostname, port } = new URL(databaseUrl);
  const address = await startProxy({
    allowOnly: [{ host: hostname, port: Number(port) }],
    log: (line) => lines.push(line),
  });
  expect((await postSql({ address, databaseUrl, body: { query: "SELECT 1" } })).status).toBe(200);
  const other = new URL(databaseUrl);
  other.port = "1";
  const { status, body } = await postSql({ address, databaseUrl: other.href, body: { query: "SELECT 1" } });
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: `This proxy does not connect to ${hostname}:1`,
  });
  await expect(neonClient(address, other.href).connect()).rejects.toBeDefined();
  expect(lines).toEqual(Array(2).fill(`Refused target "${hostname}:1"`));
});

test("draining lets a running statement finish, ends WebSockets and takes no one new", async () => {
  const proxy = await startNeonProxy();
  onTestFinished(() => proxy.close());
  const { address } = proxy;
  const client = neonClient(address, databaseUrl);
  await client.connect();
  const ended = new Promise((resolve) => client.once("end", resolve));
  const key = Math.trunc(Math.random() * 1e9);
  await client.query("SELECT 1");
  const marker = `drain-${key}`;
  // Runs until the lock is free, so the test and not a clock decides when it ends.
  const holder = neonClient(inject("proxyAddress"), databaseUrl);
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(${key})`);
  const query = `SELECT pg_advisory_xact_lock(${key}) /* ${marker} */`;
  const running = postSql({ address, databaseUrl, body: { query } });
  await vi.waitUntil(async () => (await countRunning(databaseUrl, marker)) === 1, { timeout: 10_000 });
  const drained = proxy.drain(60_000);
  await ended;
  await expect(fetch(`http://${address}/stats`)).rejects.toThrow();
  await holder.end();
  expect((await running).status).toBe(200);
  await drained;
});
