import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";
import { createDatabase, type CatalogDatabase } from "./catalog-databases.ts";
import { createToolCaller, type ToolCaller } from "./tool-caller.ts";

let worker: SocketWorker | undefined;
let database: CatalogDatabase = { ownerUrl: "", readerUrl: "" };
let caller: ToolCaller;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createDatabase(
    inject("postgresUrl"),
    "catalog_activity",
    `CREATE ROLE catalog_monitor LOGIN PASSWORD 'reader';
     GRANT pg_monitor TO catalog_monitor;
     ALTER DATABASE catalog_activity SET app.jwt_key = 'hunter2';
     ALTER DATABASE catalog_activity SET session_preload_libraries = 'plpgsql';`,
  );
  worker = await startWorkerOnSocket();
  caller = await createToolCaller(worker.url, { databaseUrl: database.readerUrl });
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});

afterAll(async () => {
  await worker?.stop();
});

const asMonitor = (): string => Object.assign(new URL(database.readerUrl), { username: "catalog_monitor" }).href;

/** A session that stays open until the end of the test; returns its process id. */
async function openSession(url: string, name: string, ...statements: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  clients.push(client);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  for (const statement of statements) await client.query(statement).catch(() => undefined);
  return rows[0]?.pid ?? 0;
}

interface Session {
  readonly pid: number;
  readonly query: string;
}

async function sessionsSeenBy(reader: ToolCaller): Promise<Map<number, Session>> {
  const { activities } = await reader.document("pg://stat/activity");
  return new Map(activities.map((session: Session) => [session.pid, session]));
}

const secret = "SELECT 'secret' AS word";

test("gives the seed's fields for another session of the same role", async () => {
  const pid = await openSession(database.readerUrl, "psql", "BEGIN", secret);
  expect((await sessionsSeenBy(caller)).get(pid)).toEqual({
    datname: "catalog_activity",
    pid,
    usename: "catalog_reader",
    application_name: "psql",
    client_addr: "127.0.0.1",
    backend_start: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    state: "idle in transaction",
    query: secret,
  });
});

test("hides the statements of other tokens that share the role", async () => {
  const own = await openSession(database.readerUrl, `postern ${caller.tokenId} 00000000 aaaaaaaa`, "BEGIN", secret);
  const other = await openSession(database.readerUrl, "postern AAAAAAAAAAAAAAAA 00000000 aaaaaaaa", "BEGIN", secret);
  const sessions = await sessionsSeenBy(caller);
  expect(sessions.get(own)).toMatchObject({ query: secret });
  expect(sessions.get(other)).toMatchObject({ application_name: "postern", query: "SELECT… (23 characters)" });
});

test.each([
  ["a failed query", "DECLARE postern_rows NO SCROLL CURSOR FOR SELECT 'secret'::int", "DECLARE… (62 characters)"],
  ["a failed EXPLAIN", "EXPLAIN SELECT 'secret'::int", "EXPLAIN… (28 characters)"],
  ["one behind a comment", "/* */ EXPLAIN SELECT 'secret'::int", "… (34 characters)"],
])("hides what a session that lost its name has left: %s", async (_, statement, shown) => {
  const failed = await openSession(database.readerUrl, "", "BEGIN", statement);
  const idle = await openSession(database.readerUrl, "", statement);
  const sessions = await sessionsSeenBy(caller);
  expect(sessions.get(failed)).toMatchObject({ state: "idle in transaction (aborted)", query: shown });
  expect(sessions.get(idle)).toMatchObject({ state: "idle", query: shown });
});

test("shows of other roles what Postgres shows, and of their statements the first word", async () => {
  const pid = await openSession(database.ownerUrl, "app", "BEGIN", secret);
  const denied = await caller.document("pg://stat/activity");
  expect(denied.note).toContain("pg_monitor");
  expect(denied.activities.find((session: Session) => session.pid === pid)).toMatchObject({
    usename: "postgres",
    client_addr: null,
    query: "<insufficient privilege>",
  });
  const monitor = await createToolCaller(worker?.url ?? new URL("http://localhost"), { databaseUrl: asMonitor() });
  const granted = await monitor.document("pg://stat/activity");
  expect(granted).not.toHaveProperty("note");
  expect(granted.activities.find((session: Session) => session.pid === pid)).toMatchObject({
    client_addr: "127.0.0.1",
    query: "SELECT… (23 characters)",
  });
});

test("leaves out its own session and lists the newest first", async () => {
  const first = await openSession(database.readerUrl, "first");
  const second = await openSession(database.readerUrl, "second");
  const { activity_count, activities, description } = await caller.document("pg://stat/activity");
  expect(activities).toHaveLength(activity_count);
  expect(description).toMatch(/^All sessions but this one\./);
  const pids = activities.map((session: Session) => session.pid);
  expect(pids.indexOf(second)).toBeLessThan(pids.indexOf(first));
  expect(activities.filter((session: Session) => session.query.includes("pg_stat_activity"))).toEqual([]);
});

test("counts the replicas and says what the server is", async () => {
  const readReplication = async (reader: ToolCaller) => await reader.document("pg://stat/replication");
  expect(await readReplication(caller)).toEqual({
    replica_count: 0,
    replicas: [],
    status: "No active replicas: nothing streams from this primary server.",
    description: expect.any(String),
  });
  // A connection of the replication protocol is what the primary server sees of a replica.
  const replica = new pg.Client({
    connectionString: database.ownerUrl,
    application_name: "standby1",
    replication: "database",
  } as pg.ClientConfig);
  clients.push(replica);
  await replica.connect();
  const monitor = await createToolCaller(worker?.url ?? new URL("http://localhost"), { databaseUrl: asMonitor() });
  expect(await readReplication(monitor)).toEqual({
    replica_count: 1,
    replicas: [
      {
        pid: expect.any(Number),
        usename: "postgres",
        application_name: "standby1",
        client_addr: "127.0.0.1",
        client_hostname: null,
        client_port: expect.any(Number),
        backend_start: expect.stringMatching(/^\d{4}-/),
        state: "startup",
        sync_state: "async",
        replay_lag: null,
      },
    ],
    status: "Primary server with 1 active replica(s)",
    description: expect.any(String),
  });
  const { replicas, note } = await readReplication(caller);
  expect(replicas).toMatchObject([{ usename: "postgres", application_name: "standby1", state: null }]);
  expect(note).toContain("pg_monitor");
});

test("masks a superuser's settings and those of extensions and applications", async () => {
  const owner = await createToolCaller(worker?.url ?? new URL("http://localhost"), { databaseUrl: database.ownerUrl });
  const document = await owner.document("pg://settings");
  expect(JSON.stringify(document)).not.toContain("hunter2");
  const masked = document.settings.filter((setting: { current_value: string }) => setting.current_value === "***");
  expect(masked.map(({ name }: { name: string }) => name)).toEqual([
    "archive_command",
    "config_file",
    "hba_file",
    "ident_file",
    "plpgsql.extra_errors",
    "plpgsql.extra_warnings",
    "ssl_cert_file",
    "ssl_key_file",
  ]);
});
