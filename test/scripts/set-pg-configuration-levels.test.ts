import { afterAll, beforeAll, expect, test } from "vitest";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";
import { type ConfigurationServer, startConfigurationServer } from "./configuration-server.ts";
import { createToolCaller, type ToolCaller } from "./tool-caller.ts";

let worker: SocketWorker | undefined;
let server: ConfigurationServer;

beforeAll(async () => {
  server = await startConfigurationServer();
  for (const role of ["owner", "tuner", 'Odd ""role""'])
    await server.run(`CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
  await server.run('CREATE DATABASE "Owned db" OWNER owner');
  await server.run("GRANT ALTER SYSTEM ON PARAMETER log_min_duration_statement TO tuner");
  await server.run("CREATE ROLE deputy; GRANT owner TO deputy");
  worker = await startWorkerOnSocket();
});

afterAll(async () => {
  await worker?.stop();
  await server.stop();
});

const callerOf = (database: string, role?: string, token: object = {}): Promise<ToolCaller> =>
  createToolCaller(worker?.url ?? new URL("http://localhost"), {
    databaseUrl: server.url(database, role),
    token: { scopes: ["read", "admin"], ...token },
  });

const set = (caller: ToolCaller, parameter: string, value: string) =>
  caller.tool("set_pg_configuration", { parameter, value });

const entriesOf = (database: string) =>
  server.run(`SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
    WHERE d.datname = '${database}'`);

test("an owner changes its database, and undoes it", async () => {
  const caller = await callerOf("Owned db", "owner");
  const { text, structured } = await set(caller, "work_mem", "8MB");
  expect(structured).toEqual({
    parameter: "work_mem",
    previousValue: "4096",
    newValue: "8192",
    unit: "kB",
    level: "database",
    takesEffect: "new_sessions",
    restartRequired: false,
    sql: `ALTER DATABASE "Owned db" SET work_mem = '8MB'`,
    undo: { parameter: "work_mem", value: "DEFAULT" },
  });
  expect(text).toContain("ALTER DATABASE, because ALTER SYSTEM is refused: for this database only");
  const again = await set(caller, "work_mem", "16MB");
  expect(again.structured).toMatchObject({ previousValue: "8192", newValue: "16384", undo: { value: "8192" } });
  expect((await set(caller, "work_mem", "DEFAULT")).structured).toMatchObject({
    previousValue: "16384",
    // A pooled session may have begun with the database's value, so that the server's own does not show.
    newValue: expect.stringMatching(/^(4096|DEFAULT)$/),
    sql: 'ALTER DATABASE "Owned db" RESET work_mem',
    undo: { value: "16384" },
  });
  expect(await entriesOf("Owned db")).toEqual([]);
});

test("another role changes only its own sessions, which goes before the database's value", async () => {
  const owner = await callerOf("Owned db", "owner");
  const guest = await callerOf("Owned db", 'Odd "role"');
  await set(owner, "jit", "off");
  const { text, structured } = await set(guest, "jit", "on");
  expect(structured).toMatchObject({
    previousValue: "off",
    newValue: "on",
    level: "role",
    sql: `ALTER ROLE "Odd ""role""" IN DATABASE "Owned db" SET jit = 'on'`,
    undo: { value: "DEFAULT" },
  });
  expect(text).toContain("ALTER ROLE, because ALTER SYSTEM and ALTER DATABASE are refused");
  expect((await set(guest, "jit", "DEFAULT")).structured).toMatchObject({ newValue: "off", undo: { value: "on" } });
  expect((await set(owner, "jit", "DEFAULT")).structured).toMatchObject({ previousValue: "off", level: "database" });
  expect(await entriesOf("Owned db")).toEqual([]);
});

test.each([
  ["max_prepared_transactions", "7", "it can only be set for the whole server"],
  ["autovacuum_naptime", "2min", "it can only be set for the whole server"],
  ["log_lock_waits", "on", "ALTER SYSTEM, ALTER DATABASE and ALTER ROLE are all refused"],
])("says who can change %s instead", async (parameter, value, reason) => {
  const { structured } = await set(await callerOf("Owned db", "owner"), parameter, value);
  expect(structured).toMatchObject({
    code: "sql_error",
    sqlstate: "42501",
    message: expect.stringContaining(reason),
    next: expect.stringContaining(`GRANT ALTER SYSTEM ON PARAMETER ${parameter} lets`),
  });
});

test("a role that may not reload is told that the value waits for one", async () => {
  const caller = await callerOf("postgres", "tuner");
  const { text, structured } = await set(caller, "log_min_duration_statement", "3s");
  expect(structured).toMatchObject({ level: "system", newValue: "3000", takesEffect: "reload" });
  expect(text).toContain("pg_reload_conf()");
  expect((await set(caller, "log_min_duration_statement", "DEFAULT")).structured).toMatchObject({
    newValue: "DEFAULT",
    takesEffect: "reload",
  });
});

test("a token with a role never changes the whole server, only what the role may", async () => {
  const caller = await callerOf("Owned db", undefined, { role: "deputy" });
  expect((await set(caller, "work_mem", "8MB")).structured).toMatchObject({ level: "database" });
  expect((await set(caller, "work_mem", "DEFAULT")).structured).toMatchObject({ level: "database" });
  expect((await set(caller, "autovacuum_naptime", "2min")).structured).toMatchObject({
    code: "sql_error",
    sqlstate: "42501",
    hint: "The token acts as the role deputy, which cannot be taken on for this change.",
  });
  const elsewhere = await callerOf("postgres", undefined, { role: "deputy" });
  expect((await set(elsewhere, "work_mem", "8MB")).structured).toMatchObject({
    code: "sql_error",
    sqlstate: "42501",
  });
  expect(await server.run("SELECT FROM pg_file_settings WHERE sourcefile ~ 'auto.conf$'")).toEqual([]);
  expect([...(await entriesOf("Owned db")), ...(await entriesOf("postgres"))]).toEqual([]);
});

test("a server that switched ALTER SYSTEM off gets a change of the database", async () => {
  await server.configure("allow_alter_system = off");
  await server.restart();
  const { structured } = await set(await callerOf("postgres"), "work_mem", "8MB");
  await server.configure("allow_alter_system = on");
  await server.restart();
  expect(structured).toMatchObject({ level: "database", sql: `ALTER DATABASE "postgres" SET work_mem = '8MB'` });
});
