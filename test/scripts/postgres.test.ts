import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { createSampleDatabase } from "../../scripts/local/sample-database.ts";

let readerUrl = "";

beforeAll(async () => {
  ({ readerUrl } = await createSampleDatabase(inject("postgresUrl")));
}, 60_000);

async function asReader<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: readerUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

test("the sample holds exactly 50,000 orders with ids above 2^53", async () => {
  const { rows } = await asReader((client) => client.query("SELECT count(*) AS orders, min(id) AS first FROM orders"));
  expect(rows).toEqual([{ orders: "50000", first: "9007199254740993" }]);
});

test("every order total is the sum of its lines", async () => {
  const { rows } = await asReader((client) =>
    client.query(`SELECT count(*) AS wrong FROM orders o JOIN (
      SELECT order_id, sum(round(quantity * unit_price * (1 - discount), 2)) AS total
      FROM order_lines GROUP BY order_id) l ON l.order_id = o.id WHERE l.total <> o.total`),
  );
  expect(rows).toEqual([{ wrong: "0" }]);
});

test("row level security shows a tenant only its own tickets", async () => {
  const tenants = await asReader(async (client) => {
    const none = await client.query("SELECT FROM support_tickets");
    await client.query("SELECT set_config('auth.tenant_id', 'demo', false)");
    const own = await client.query("SELECT DISTINCT tenant_id FROM support_tickets");
    return { withoutTenant: none.rowCount, asDemo: own.rows as unknown };
  });
  expect(tenants).toEqual({ withoutTenant: 0, asDemo: [{ tenant_id: "demo" }] });
});

test("the reader cannot write even after leaving read-only mode", async () => {
  await asReader(async (client) => {
    const write = "UPDATE customers SET city = ''";
    await expect(client.query(write)).rejects.toMatchObject({ code: "25006" });
    await client.query("SET default_transaction_read_only = off");
    await expect(client.query(write)).rejects.toMatchObject({ code: "42501" });
    await expect(client.query("CREATE TABLE mine ()")).rejects.toMatchObject({ code: "42501" });
  });
});

test("creating the sample again keeps the reader's URL and the data", async () => {
  expect(await createSampleDatabase(inject("postgresUrl"))).toMatchObject({ readerUrl });
});

test("a server left over on the data folder is replaced by the next start", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "postern-postgres-"));
  const start = async () =>
    startPostgres({
      dataDir: path.join(folder, "pg"),
      port: await findFreePort(),
      durable: false,
    });
  await start();
  // The first is not stopped: to the second it looks like what a killed run leaves behind.
  const second = await start();
  onTestFinished(async () => {
    await second.stop();
    await fs.rm(folder, { recursive: true });
  });
  const client = new pg.Client({ connectionString: second.url() });
  await client.connect();
  const { rows } = await client.query("SHOW listen_addresses");
  await client.end();
  expect(rows).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const mode = (await fs.stat(path.join(folder, "pg.password"))).mode & 0o777;
  expect(mode).toBe(0o600);
}, 60_000);
