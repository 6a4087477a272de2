import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, callTool, saying, textOf } from "../handler-database.ts";
import { catalogContents } from "./catalog-contents.ts";
import { createDesk, type Desk, registering } from "./handlers-command.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await createDesk();
});
afterEach(() => desk.clear());

test("runs files for real, in order, without their calls and what is given", async () => {
  await desk.run("install");
  const tried = "-- given: INSERT INTO visit VALUES (1);\n-- call: tools/call {}\n";
  await desk.write("tables.sql", `CREATE TABLE visit (id int);\n${tried}`);
  await desk.write("probe.sql", `INSERT INTO visit VALUES (7);\n${registering({}, saying("hello"))}`);
  const { code, out, error } = await desk.run("apply", "tables.sql", "probe.sql");
  expect({ code, out }).toEqual({
    code: 0,
    out: "Applied tables.sql: 1 statement.\nApplied probe.sql: 2 statements.\nRegistered: probe.\n",
  });
  expect(error).toContain("No role may use handlers yet: npm run postern -- handlers install --grant-to");
  expect(await ask(desk.database.owner, "SELECT string_agg(id::text, ',') FROM visit")).toBe("7");
  expect(textOf(await callTool(desk.database.owner, "probe"))).toBe("hello");
  await desk.write("drop.sql", "SELECT api.drop_mcp_handler('probe');");
  expect(JSON.parse((await desk.run("apply", "drop.sql", "--json")).out)).toEqual({
    files: [{ file: "drop.sql", statements: 1 }],
    handlers: { registered: [], dropped: ["probe"] },
    usedBy: [],
    notices: [],
  });
});

test.each([
  ["a statement that fails", "SELECT 1;\nSELECT nix;", 'broken.sql, line 2: column "nix" does not exist'],
  ["a COMMIT", "COMMIT;", "broken.sql, line 1: BEGIN, COMMIT, SAVEPOINT and the like are refused"],
  [
    "what cannot be committed",
    "CREATE TABLE t (id int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO t VALUES (1), (1);",
    "What was done cannot be committed: duplicate key",
  ],
])("changes nothing when a later file has %s", async (_, sql, why) => {
  await desk.run("install");
  const before = await catalogContents(desk.database.owner);
  await desk.write("good.sql", `CREATE TABLE visit ();\n${registering({}, saying("hello"))}`);
  await desk.write("broken.sql", sql);
  expect(await desk.run("apply", "good.sql", "broken.sql")).toMatchObject({
    code: 1,
    out: "",
    error: expect.stringContaining(why),
  });
  expect(await catalogContents(desk.database.owner)).toBe(before);
});

test("gives up on a lock that somebody else holds", { timeout: 40_000 }, async () => {
  await desk.run("install");
  await desk.database.owner.query("CREATE TABLE visit ()");
  await desk.database.owner.query("BEGIN; LOCK TABLE visit");
  await desk.write("alter.sql", "ALTER TABLE visit ADD COLUMN id int;");
  expect(await desk.run("apply", "alter.sql")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Somebody else holds a lock on it"),
  });
  await desk.database.owner.query("ROLLBACK");
});

test("works with another implementation of the API, and needs one", async () => {
  await desk.write("probe.sql", registering({}, saying("hello")));
  expect(await desk.run("apply", "probe.sql")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Install it first: handlers install."),
  });
  await desk.run("install");
  await desk.database.owner.query("DROP FUNCTION api.postern_pack_version()");
  expect(await desk.run("apply", "probe.sql")).toEqual({
    code: 0,
    out: "Applied probe.sql: 1 statement.\n",
    error: "",
  });
});

test("takes at least one file", async () => {
  expect(await desk.run("apply")).toMatchObject({
    code: 2,
    error: expect.stringContaining("Wrong number of names: handlers apply takes <file>..."),
  });
});
