import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyDatabase } from "../../../scripts/preview/copy-database.ts";

const suffix = randomBytes(4).toString("hex");
const [from, to, reader] = [`copy_from_${suffix}`, `copy "to" ${suffix}`, `copy_reader_${suffix}`];
const clients: pg.Client[] = [];

async function connect(database: string): Promise<pg.Client> {
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${encodeURIComponent(database)}` });
  const client = new pg.Client({ connectionString: url.href });
  // One of them is cut off on purpose.
  client.on("error", () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

let admin: pg.Client;

beforeAll(async () => {
  admin = await connect("postgres");
  await admin.query(`CREATE DATABASE ${from}`);
  await admin.query(`CREATE ROLE ${reader}`);
  await admin.query(`ALTER DATABASE ${from} SET search_path TO "$user", "odd name", public`);
  await admin.query(`ALTER DATABASE ${from} SET application_name TO 'it''s a copy'`);
});

afterAll(async () => {
  for (const name of [to, from])
    await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${reader}`);
  for (const client of clients) await client.end();
});

test("copies a database that is in use: closes idle sessions, waits for statements and lets newcomers wait", async () => {
  const [idle, busy] = [await connect(from), await connect(from)];
  await busy.query("CREATE TABLE things (id int)");
  const running = busy.query("SELECT pg_sleep(1), 'done' AS said").then(async (answer) => {
    await busy.end();
    return answer;
  });
  const active = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND state = 'active'";
  await expect.poll(async () => (await admin.query(active, [from])).rows, { interval: 20 }).toEqual([{ n: 1 }]);
  const copied = copyDatabase(admin, { from, to, reader });
  const newcomer = await connect(from);
  expect((await running).rows).toMatchObject([{ said: "done" }]);
  await copied;
  expect((await newcomer.query("SELECT count(*)::int AS n FROM things")).rows).toEqual([{ n: 0 }]);
  await expect(idle.query("SELECT 1")).rejects.toThrow();

  const copy = await connect(to);
  const { rows } = await copy.query(
    "SELECT current_setting('search_path') AS path, current_setting('application_name') AS name",
  );
  expect(rows).toEqual([{ path: '"$user", "odd name", public', name: "it's a copy" }]);
  const rights =
    "SELECT has_database_privilege($1, current_database(), 'CONNECT') AS c, has_database_privilege($1, current_database(), 'TEMP') AS t";
  expect((await copy.query(rights, [reader])).rows).toEqual([{ c: true, t: false }]);
  expect((await copy.query("SELECT count(*)::int AS n FROM things")).rows).toEqual([{ n: 0 }]);
});
