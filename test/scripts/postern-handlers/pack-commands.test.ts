import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, register, saying } from "../handler-database.ts";
import { runPostern } from "../postern/run-postern.ts";
import { createDesk, type Desk } from "./handlers-command.ts";

let desk: Desk;
beforeEach(async () => {
  desk = await createDesk();
});
afterEach(() => desk.clear());

test("installs the pack without a Worker, lets a role use it, and says what to do next", async () => {
  const { role, client } = await desk.database.connectAsNewRole();
  const { code, out, error } = await desk.run("install", "--grant-to", role);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toContain("Installed version 1 of the pack into schema api.");
  expect(out).toContain(`${role} may list and call handlers.`);
  expect(out).toContain("npm run postern -- handlers new tool");
  expect(await ask(client, "SELECT api.mcp_list_tools() -> 'tools' -> 0 ->> 'name'")).toBe("database_info");
  const again = await desk.run("install", "--json");
  expect(JSON.parse(again.out)).toEqual({ outcome: "unchanged", version: 1, grantedTo: [] });
});

test("says that nobody may use a pack that was granted to nobody", async () => {
  expect((await desk.run("install")).out).toContain("handlers install --grant-to <role of the connection>");
});

test("installs nothing when a role to grant to does not exist", async () => {
  expect(await desk.run("install", "--grant-to", "nobody_here")).toMatchObject({
    code: 1,
    error: expect.stringContaining("nothing was changed: there is no role nobody_here"),
  });
  expect((await desk.run("status")).out).toContain("not installed");
});

test("reads the URL from stdin", async () => {
  const { code } = await desk.runWith({ input: `${desk.url}\n` }, "install", "--connection", "-");
  expect(code).toBe(0);
  expect((await desk.run("status")).code).toBe(0);
});

test("works in the sample that npm start runs when there is no URL", async () => {
  await desk.write("start.json", JSON.stringify({ port: 8787, ownerUrl: desk.url }));
  const env = { POSTERN_STATE: desk.folder, DATABASE_URL: undefined };
  expect(await runPostern(["handlers", "install"], { env })).toMatchObject({ code: 0 });
  expect((await desk.run("status")).code).toBe(0);
});

test("asks which database when there is no URL", async () => {
  expect(await desk.runWith({}, "status")).toEqual({
    code: 2,
    out: "",
    error:
      "Which database? Give --connection, with - to read it from stdin, or set DATABASE_URL\nSee: npm run postern -- handlers status --help\n",
  });
});

test("shows version and handlers, and fails where none are served", async () => {
  expect(await desk.run("status")).toEqual({
    code: 1,
    out: "The pack is not installed: npm run postern -- handlers install\n",
    error: "",
  });
  await desk.run("install");
  await register(desk.database.owner, { type: "tool", name: "greet" }, saying("hello"));
  const { code, out } = await desk.run("status");
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "The pack is installed, version 1, the latest.

    HANDLER         TYPE      READ-ONLY  FROM
    database_info   tool      yes        pack
    describe_table  tool      yes        pack
    greet           tool      no         you
    list_tables     tool      yes        pack
    sql_assistant   prompt    yes        pack
    table_schema    resource  yes        pack
    "
  `);
  expect(JSON.parse((await desk.run("status", "--json")).out)).toMatchObject({
    state: "installed",
    version: 1,
    latestVersion: 1,
    handlers: expect.arrayContaining([{ name: "greet", type: "tool", readOnly: false, fromPack: false }]),
  });
});

test("tells of an older and of a newer pack, and upgrades the older one", async () => {
  await desk.run("install");
  const setVersion = (version: number) =>
    desk.database.owner.query(
      `CREATE OR REPLACE FUNCTION api.postern_pack_version() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
       AS 'SELECT ${String(version)}'`,
    );
  await setVersion(0);
  expect((await desk.run("status")).out).toContain(
    "version 0; version 1 is there: npm run postern -- handlers upgrade",
  );
  expect((await desk.run("install")).error).toBe(
    "Version 0 of the pack is installed; nothing was changed.\nUpgrade it instead.\n",
  );
  expect((await desk.run("upgrade")).out).toBe("Upgraded the pack from version 0 to 1.\n");
  expect((await desk.run("upgrade")).out).toContain("at version 1 already");
  await setVersion(99);
  expect((await desk.run("status")).out).toContain("newer than this Postern's 1");
  expect(await desk.run("upgrade")).toMatchObject({ code: 1, error: expect.stringContaining("is newer: 99") });
});

test("removes the pack, but handlers of one's own only by force and a log with rows only when told", async () => {
  await desk.run("install");
  await register(desk.database.owner, { type: "tool", name: "greet" }, saying("hello"));
  await desk.database.owner.query("INSERT INTO api.mcp_exchange (source) VALUES ('gateway')");
  expect(await desk.run("remove")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Handlers of your own would be lost: greet; nothing was changed."),
  });
  const kept = await desk.run("remove", "--force", "--yes");
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining("Removed the pack with its 6 handlers") });
  expect(kept.out).toContain("The log api.mcp_exchange has rows and was kept");
  expect((await desk.run("status")).out).toContain("Only the log of exchanges is there");
  await desk.run("install");
  expect(JSON.parse((await desk.run("remove", "--drop-exchanges", "--json")).out)).toMatchObject({
    schemaDropped: true,
    exchangesKept: false,
  });
  expect(await desk.run("remove")).toEqual({
    code: 1,
    out: "",
    error:
      "The pack is not installed; nothing was changed.\nSee that this is the database you mean: handlers status tells what it holds.\n",
  });
});

test("leaves a schema api alone that is something else", async () => {
  await desk.database.owner.query("CREATE SCHEMA api CREATE TABLE api.orders (id int)");
  expect(await desk.run("install")).toEqual({
    code: 1,
    out: "",
    error:
      "Schema api exists and holds something else; nothing was changed.\nRename that schema, or install the pack into another database.\n",
  });
  expect(await desk.run("status")).toMatchObject({ code: 1, out: expect.stringContaining("something else") });
  await desk.write("probe.sql", "SELECT 1;");
  expect(await desk.run("test", "probe.sql")).toMatchObject({
    code: 1,
    error: expect.stringContaining("something else"),
  });
  expect(await desk.run("apply", "probe.sql")).toMatchObject({ code: 1, error: expect.stringContaining("no pack") });
});

test("leaves another implementation of the API alone, and counts it as serving", async () => {
  await desk.run("install");
  await desk.database.owner.query("DROP FUNCTION api.postern_pack_version()");
  expect(await desk.run("status")).toMatchObject({ code: 0, out: expect.stringContaining("another implementation") });
  expect(await desk.run("install")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Use it as it is: its handlers are served without the pack."),
  });
  expect(await desk.run("remove")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Manage it with the tool that installed it."),
  });
});

test("a role that does not own the database is told to connect as the owner", async () => {
  const { role } = await desk.database.connectAsNewRole();
  const url = Object.assign(new URL(desk.url), { username: role, password: "scratch" }).href;
  expect(await desk.runWith({ url }, "install")).toMatchObject({
    code: 1,
    error: expect.stringContaining("Connect as the owner of the database"),
  });
});
