import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fenced } from "../support/fenced-table.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";
import { type ConfigurationServer, startConfigurationServer } from "./configuration-server.ts";
import { createToolCaller, type ToolCaller } from "./tool-caller.ts";

let worker: SocketWorker | undefined;
let server: ConfigurationServer;
let superuser: ToolCaller;

const callerOf = (database: string): Promise<ToolCaller> =>
  createToolCaller(worker?.url ?? new URL("http://localhost"), {
    databaseUrl: server.url(database),
    token: { scopes: ["read", "admin"] },
  });

beforeAll(async () => {
  server = await startConfigurationServer();
  worker = await startWorkerOnSocket();
  superuser = await callerOf("postgres");
});

beforeEach(async () => {
  await server.run("ALTER SYSTEM RESET ALL");
  await server.run("ALTER DATABASE postgres RESET ALL");
  await server.run("ALTER ROLE postgres RESET ALL");
});

afterAll(async () => {
  await worker?.stop();
  await server.stop();
});

const set = (caller: ToolCaller, parameter: string, value: string) =>
  caller.tool("set_pg_configuration", { parameter, value });

async function shown(name: string): Promise<unknown> {
  return (await server.run(`SELECT reset_val FROM pg_settings WHERE name = '${name}'`))[0]?.["reset_val"];
}

test("changes the whole server, and tells all that the seed tells", async () => {
  const { text, structured } = await set(superuser, "WORK_MEM", "8 mb");
  expect(structured).toEqual({
    parameter: "work_mem",
    previousValue: "4096",
    newValue: "8192",
    unit: "kB",
    level: "system",
    takesEffect: "now",
    restartRequired: false,
    sql: "ALTER SYSTEM SET work_mem = '8MB'",
    undo: { parameter: "work_mem", value: "DEFAULT" },
  });
  expect(text).toMatch(/^Configuration parameter 'work_mem' updated successfully\.\n/);
  expect(fenced(text).split("\n")).toEqual([
    "Parameter: work_mem",
    "Description: Sets the maximum memory to be used for query workspaces.",
    "Type: integer (kB)",
    "Context: user",
    "Previous value: 4MB",
    "New value: 8MB",
    "SQL: ALTER SYSTEM SET work_mem = '8MB'",
    "Undo value: DEFAULT",
  ]);
  expect(text).toContain("ALTER SYSTEM, for the whole server");
  expect(text).not.toContain("restart");
  expect(await shown("work_mem")).toBe("8192");
});

test("undoes each of two changes with what it was told", async () => {
  const first = await set(superuser, "log_min_duration_statement", "1.5s");
  const second = await set(superuser, "log_min_duration_statement", "2min");
  expect(first.structured).toMatchObject({ previousValue: "-1", newValue: "1500", undo: { value: "DEFAULT" } });
  expect(second.structured).toMatchObject({ previousValue: "1500", newValue: "120000", undo: { value: "1500" } });
  expect((await superuser.tool("set_pg_configuration", second.structured.undo)).structured.newValue).toBe("1500");
  const undone = await superuser.tool("set_pg_configuration", first.structured.undo);
  expect(undone.structured).toMatchObject({
    previousValue: "1500",
    newValue: "-1",
    sql: "ALTER SYSTEM RESET log_min_duration_statement",
  });
  expect(undone.text).toMatch(/^Configuration parameter 'log_min_duration_statement' reset successfully\.\n/);
  expect(await server.run("SELECT FROM pg_file_settings WHERE sourcefile ~ 'auto.conf$'")).toEqual([]);
});

test("tells when a restart is needed, and what the files say until then", async () => {
  const { text, structured } = await set(superuser, "max_prepared_transactions", "7");
  expect(structured).toMatchObject({
    previousValue: "0",
    newValue: "7",
    takesEffect: "restart",
    restartRequired: true,
    undo: { value: "DEFAULT" },
  });
  expect(text).toContain("requires a server restart");
  expect((await set(superuser, "max_prepared_transactions", "8")).structured).toMatchObject({
    previousValue: "0",
    newValue: "8",
    restartRequired: true,
    undo: { value: "7" },
  });
  expect((await set(superuser, "max_prepared_transactions", "DEFAULT")).structured).toMatchObject({
    newValue: "0",
    restartRequired: false,
  });
});

test("has the new value after the restart", async () => {
  await set(superuser, "cluster_name", "a 'b' \\ c");
  await server.restart();
  expect(await shown("cluster_name")).toBe("a 'b' \\ c");
  expect((await set(superuser, "cluster_name", "DEFAULT")).structured).toMatchObject({
    previousValue: "a 'b' \\ c",
    newValue: "",
    restartRequired: true,
    undo: { value: "a 'b' \\ c" },
  });
});

test("says which settings hold for new sessions only", async () => {
  const { structured, text } = await set(superuser, "log_disconnections", "yes");
  expect(structured).toMatchObject({ previousValue: "off", newValue: "on", takesEffect: "new_sessions" });
  expect(text).toContain("holds for new sessions");
});

test("says what goes before the server's value", async () => {
  await server.run("ALTER DATABASE postgres SET work_mem = '5MB'");
  const byDatabase = await set(superuser, "work_mem", "9MB");
  expect(byDatabase.structured).toMatchObject({ previousValue: "4096", newValue: "9216", overriddenBy: "database" });
  expect(byDatabase.text).toContain("Note: for this connection another value goes before it (set by: database).");
  await server.run("ALTER ROLE postgres SET work_mem = '6MB'");
  expect((await set(superuser, "work_mem", "DEFAULT")).structured).toMatchObject({
    newValue: "4096",
    overriddenBy: "role",
  });
  expect((await set(superuser, "max_connections", "50")).structured).toMatchObject({
    previousValue: "100",
    newValue: "50",
    overriddenBy: "command line",
  });
});

test.each([
  ["jit", "FALSE", "off"],
  ["random_page_cost", "1.1", "1.1"],
  ["log_error_verbosity", "default", "default"],
  ["log_error_verbosity", "Verbose", "verbose"],
  ["TimeZone", "Europe/Vienna", "Europe/Vienna"],
  ["DateStyle", "German", "German, DMY"],
  ["temp_tablespaces", 'pg_default, "Odd, name"', 'pg_default, "Odd, name"'],
  ["log_line_prefix", `%m '; DROP TABLE x; -- "$$ \\' /* `, `%m '; DROP TABLE x; -- "$$ \\' /* `],
])("sets %s to %s exactly", async (parameter, value, expected) => {
  const { structured } = await set(superuser, parameter, value);
  expect(structured).toMatchObject({ parameter, newValue: expected, level: "system" });
  expect(await shown(parameter)).toBe(expected);
});

test("means the same by a backslash where the database reads strings the old way", async () => {
  await server.run("CREATE DATABASE old_strings");
  await server.run("ALTER DATABASE old_strings SET standard_conforming_strings = off");
  const caller = await callerOf("old_strings");
  expect((await set(caller, "log_line_prefix", "\\' x\\")).structured.newValue).toBe("\\' x\\");
  expect(await shown("log_line_prefix")).toBe("\\' x\\");
});

test.each([
  ["work_mem", "much", "a whole number, alone or with TB, GB, MB, kB, B"],
  ["work_mem", "1kB", "64kB to 2147483647kB"],
  ["shared_buffers", "1GB1", "a whole number"],
  ["log_min_duration_statement", "5 MB", "d, h, min, s, ms, us"],
  ["random_page_cost", "-1", "0 to 1.79769e+308"],
  ["jit", "2", "on or off"],
  ["plan_cache_mode", "some", "one of auto, force_generic_plan, force_custom_plan"],
])("refuses %s = %s and says what is allowed", async (parameter, value, allowed) => {
  const { structured, isError } = await set(superuser, parameter, value);
  expect(isError).toBe(true);
  expect(structured).toMatchObject({ code: "invalid_arguments", message: expect.stringContaining(allowed) });
});

test.each([
  ["TimeZone", "Nowhere/Here", 'invalid value for parameter "TimeZone": "Nowhere/Here"'],
  ["log_line_prefix", "a\nb", "parameter value for ALTER SYSTEM must not contain a newline"],
])("passes on what the server says of %s = %j", async (parameter, value, message) => {
  const { structured } = await set(superuser, parameter, value);
  expect(structured).toMatchObject({ code: "sql_error", sqlstate: "22023", message });
  expect(structured.next).toContain(`accepts for ${parameter}`);
});

test("suggests the setting that was probably meant", async () => {
  expect((await set(superuser, "workmem", "8MB")).structured).toMatchObject({
    code: "invalid_arguments",
    suggestions: expect.arrayContaining(["work_mem"]),
  });
  expect((await set(superuser, "no such thing at all", "1")).structured).toMatchObject({
    code: "invalid_arguments",
    next: expect.stringContaining("pg://settings"),
  });
});
