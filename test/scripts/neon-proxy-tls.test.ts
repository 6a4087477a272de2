import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { openDatabaseSocket } from "../../scripts/local/neon-proxy-database-socket.ts";
import { startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import type { TlsMode } from "../../scripts/local/neon-proxy-targets.ts";
import { type LocalPostgres, startPostgres } from "../../scripts/local/postgres.ts";
import { createCertificate } from "./proxy-certificate.ts";
import { countRunning, neonClient, postSql } from "./proxy-client.ts";
import { startProxyCommand } from "./proxy-command.ts";

const encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
let folder = "";
let postgres: LocalPostgres | undefined;
let url = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postern-tls-"));
  postgres = await startPostgres({ dataDir: path.join(folder, "pg"), port: await findFreePort(), durable: false });
  url = postgres.url();
  const { key, certificate } = createCertificate("localhost");
  await writeFile(path.join(folder, "pg/server.crt"), certificate);
  await writeFile(path.join(folder, "pg/server.key"), key, { mode: 0o600 });
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("ALTER SYSTEM SET ssl = on");
  await admin.query("SELECT pg_reload_conf()");
  await vi.waitUntil(async () => {
    const { rows } = await admin.query<{ ssl: string }>("SHOW ssl");
    return rows[0]?.ssl === "on";
  });
  await admin.end();
});

afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function proxyWith(databaseTls?: TlsMode): Promise<string> {
  const proxy = await startNeonProxy({ databaseTls });
  onTestFinished(() => proxy.close());
  return proxy.address;
}

async function readBoth(address: string, databaseUrl: string): Promise<unknown[]> {
  const http = await postSql({ address, databaseUrl, body: { query: encrypted } });
  const client = neonClient(address, databaseUrl);
  await client.connect();
  const { rows } = await client.query(encrypted);
  await client.end();
  return [http.body.rows?.[0]?.["ssl"], (rows[0] as { ssl: boolean }).ssl];
}

test("both legs are encrypted when asked", async () => {
  expect(await readBoth(await proxyWith("no-verify"), url)).toEqual(["t", true]);
});

test("a database on this machine is reached in plain text by default", async () => {
  expect(await readBoth(await proxyWith(), url)).toEqual(["f", false]);
});

test("a certificate nobody vouches for is refused on both legs", async () => {
  const address = await proxyWith("verify-full");
  const { body } = await postSql({ address, databaseUrl: url, body: { query: encrypted } });
  expect(body).toMatchObject({ code: "08001", message: expect.stringContaining("self-signed certificate") });
  await expect(neonClient(address, url).connect()).rejects.toMatchObject({
    code: "08001",
    message: expect.stringContaining("self-signed certificate"),
  });
});

test("a certificate that is vouched for is accepted for the name it was made for, and for no other", async () => {
  const byName = new URL(url);
  byName.hostname = "localhost";
  const { address } = await startProxyCommand(
    ["--allow-host", byName.host, "--allow-host", new URL(url).host, "--database-tls", "verify-full"],
    { NODE_EXTRA_CA_CERTS: path.join(folder, "pg/server.crt") },
  );
  expect(await readBoth(address, byName.href)).toEqual(["t", true]);
  const { body } = await postSql({ address, databaseUrl: url, body: { query: encrypted } });
  expect(body).toMatchObject({ code: "08001", message: expect.stringContaining("does not match certificate") });
  await expect(neonClient(address, url).connect()).rejects.toThrow("does not match certificate");
});

test("a database that does not offer TLS is refused on both legs when it is required", async () => {
  const address = await proxyWith("no-verify");
  const databaseUrl = inject("postgresUrl");
  const { body } = await postSql({ address, databaseUrl, body: { query: encrypted } });
  expect(body).toMatchObject({ code: "08001", message: expect.stringContaining("does not support SSL") });
  await expect(neonClient(address, databaseUrl).connect()).rejects.toThrow("does not offer TLS");
});

test("a statement is cancelled over TLS when its caller goes away", async () => {
  const address = await proxyWith("no-verify");
  const marker = `tls-${crypto.randomUUID()}`;
  const caller = new AbortController();
  const body = { query: `SELECT pg_sleep(120) /* ${marker} */` };
  const call = postSql({ address, databaseUrl: url, body, signal: caller.signal });
  const ended = expect(call).rejects.toThrow(/abort/i);
  await vi.waitUntil(async () => (await countRunning(url, marker)) === 1, { timeout: 10_000 });
  caller.abort();
  await ended;
  await vi.waitUntil(async () => (await countRunning(url, marker)) === 0, { timeout: 10_000 });
});

/** A server that says the given bytes to whatever it hears first, or nothing at all. */
async function answering(bytes: string | undefined): Promise<number> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket.on("error", () => undefined));
    if (bytes !== undefined) socket.once("data", () => socket.end(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

test.each([
  ["plain text smuggled in behind the agreement", "SE", /does not offer TLS/],
  ["an error in place of the agreement", "E", /does not offer TLS/],
  ["a hang-up in place of the agreement", "", /closed the connection/],
  ["a hang-up after the agreement", "S", /closed the connection|disconnected/],
  ["silence", undefined, /did not answer in time/],
])("%s is an error", async (_, bytes, message) => {
  const port = await answering(bytes);
  const opening = openDatabaseSocket({ host: "127.0.0.1", port }, { rejectUnauthorized: false }, 200);
  await expect(opening).rejects.toThrow(message);
});
