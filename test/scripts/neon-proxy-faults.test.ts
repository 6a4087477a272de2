import { once } from "node:events";
import net from "node:net";
import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import type { ProxyLimits } from "../../scripts/local/neon-proxy-limits.ts";
import { countRunning, neonClient, postSql, type SqlAnswer } from "./proxy-client.ts";

/** TCP between the proxy and the database, to be frozen or cut while both stay up. */
interface Wire {
  url: string;
  /** Connections made so far. */
  made(): number;
  /** From now on nothing passes on the present connections, which stay open: what a dead network looks like. */
  freeze(): void;
  cut(): void;
}

const direct = inject("postgresUrl");

async function startWire(): Promise<Wire> {
  const { hostname, port } = new URL(direct);
  const sockets: net.Socket[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("data", (chunk) => far.write(chunk)).on("close", () => far.destroy());
    far.on("data", (chunk) => near.write(chunk)).on("close", () => near.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => sockets.splice(0).forEach((socket) => socket.destroy());
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = new URL(direct);
  url.port = String((server.address() as net.AddressInfo).port);
  let made = 0;
  server.on("connection", () => (made += 1));
  const freeze = (): void => sockets.forEach((socket) => socket.removeAllListeners("data").resume());
  return { url: url.href, made: () => made, freeze, cut };
}

async function startProxy(limits: Partial<ProxyLimits> = {}): Promise<string> {
  const proxy = await startNeonProxy({ limits });
  onTestFinished(() => proxy.close());
  return proxy.address;
}

const batch = { queries: [{ query: "SELECT 1 AS one" }] };
const outcome = ({ status, body }: SqlAnswer) => ({ status, code: body.code, results: body.results?.length });
const ok = { status: 200, code: undefined, results: 1 };

/** Starts a statement that never ends by itself and waits until the server runs it. */
async function startEndless(
  address: string,
  databaseUrl: string,
): Promise<{ marker: string; call: Promise<SqlAnswer> }> {
  const marker = `endless-${crypto.randomUUID()}`;
  const call = postSql({ address, databaseUrl, body: { query: `SELECT pg_sleep(120) /* ${marker} */` } });
  await vi.waitUntil(async () => (await countRunning(direct, marker)) === 1, { timeout: 10_000 });
  return { marker, call };
}

let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: direct });
  await admin.connect();
  return () => admin.end();
});

/** Makes the proxy hold so many idle connections and waits until the server has seen each cleaned. */
async function fillPool(address: string, databaseUrl: string, size: number): Promise<void> {
  const marker = Math.trunc(Math.random() * 1e9);
  // Each waits for the lock the test holds, so that all of them need a connection at once.
  await admin.query("SELECT pg_advisory_lock($1)", [marker]);
  const query = `SELECT pg_backend_pid() AS pid, pg_advisory_lock_shared(${marker})`;
  const calls = Array.from({ length: size }, () => postSql({ address, databaseUrl, body: { query } }));
  await vi.waitUntil(async () => (await countRunning(direct, `shared(${marker})`)) === size, { timeout: 10_000 });
  await admin.query("SELECT pg_advisory_unlock($1)", [marker]);
  const pids = (await Promise.all(calls)).map(({ body }) => Number(body.rows?.[0]?.["pid"]));
  await vi.waitUntil(async () => {
    const { rowCount } = await admin.query(
      "SELECT FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'idle' AND query = 'DISCARD ALL'",
      [pids],
    );
    return rowCount === size;
  });
}

test("a pooled connection that was cut costs the next batch nothing", async () => {
  const [address, wire] = [await startProxy(), await startWire()];
  await fillPool(address, wire.url, 1);
  wire.cut();
  expect(outcome(await postSql({ address, databaseUrl: wire.url, body: batch }))).toEqual(ok);
  expect(wire.made()).toBe(2);
});

test("pooled connections that died without a word are replaced before the batch is sent", async () => {
  const [address, wire] = [await startProxy({ connectMs: 500 }), await startWire()];
  await fillPool(address, wire.url, 3);
  wire.freeze();
  expect(outcome(await postSql({ address, databaseUrl: wire.url, body: batch }))).toEqual(ok);
  // A cancel request for the silent one, and the one connection that works.
  expect(wire.made()).toBe(5);
});

test("a connection lost in the middle of a statement is SQLSTATE 08006 and is not tried again", async () => {
  const [address, wire] = [await startProxy(), await startWire()];
  const { call } = await startEndless(address, wire.url);
  wire.cut();
  expect(outcome(await call)).toMatchObject({ status: 400, code: "08006" });
  expect(wire.made()).toBe(1);
  expect(outcome(await postSql({ address, databaseUrl: wire.url, body: batch }))).toEqual(ok);
});

test("a statement whose database falls silent is given up with SQLSTATE 08006", async () => {
  const [address, wire] = [await startProxy({ silenceMs: 500 }), await startWire()];
  const { marker, call } = await startEndless(address, wire.url);
  wire.freeze();
  expect(outcome(await call)).toMatchObject({ status: 400, code: "08006" });
  await vi.waitUntil(async () => (await countRunning(direct, marker)) === 0, { timeout: 10_000 });
});

test("a session ended by the server is reported with the server's SQLSTATE", async () => {
  const address = await startProxy();
  const { marker, call } = await startEndless(address, direct);
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()",
    [`%${marker}%`],
  );
  expect(outcome(await call)).toMatchObject({ status: 400, code: "57P01" });
  expect(outcome(await postSql({ address, databaseUrl: direct, body: batch }))).toEqual(ok);
});

test("a caller who leaves a silent database does not keep its connection", async () => {
  const [address, wire] = [await startProxy({ maxPoolSize: 1, cancelMs: 200 }), await startWire()];
  const caller = new AbortController();
  const marker = `left-${crypto.randomUUID()}`;
  const body = { query: `SELECT pg_sleep(120) /* ${marker} */` };
  const call = postSql({ address, databaseUrl: wire.url, body, signal: caller.signal });
  const ended = expect(call).rejects.toThrow(/abort/i);
  await vi.waitUntil(async () => (await countRunning(direct, marker)) === 1, { timeout: 10_000 });
  wire.freeze();
  caller.abort();
  await ended;
  // The only place in the pool has to become free for this one.
  expect(outcome(await postSql({ address, databaseUrl: wire.url, body: batch }))).toEqual(ok);
});

test("a WebSocket whose database has gone is closed", async () => {
  const [address, wire] = [await startProxy(), await startWire()];
  const client = neonClient(address, wire.url);
  await client.connect();
  const ended = new Promise((resolve) => client.once("end", resolve));
  wire.cut();
  await ended;
});

test("a WebSocket over which nothing moves is closed and no longer counted", async () => {
  const address = await startProxy({ idleMs: 2_000 });
  const stats = async (): Promise<unknown> => (await fetch(`http://${address}/stats`)).json();
  const client = neonClient(address, direct);
  const ended = new Promise((resolve) => client.once("end", resolve));
  await client.connect();
  await ended;
  await vi.waitUntil(
    async () => JSON.stringify(await stats()) === '{"sqlRequests":0,"webSockets":1,"openWebSockets":0}',
  );
}, 20_000);
