import { afterAll, beforeAll, expect, test } from "vitest";
import { saying } from "../handler-database.ts";
import { catalogContents } from "./catalog-contents.ts";
import { createDesk, type Desk, registering } from "./handlers-command.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await createDesk();
});
afterAll(() => desk.clear());

const probe = '-- call: tools/call {"name": "probe"}\n';

test("shows each answer with who called and in which transaction", async () => {
  await desk.write("probe.sql", `${registering({ readOnly: true }, saying("hello"))}${probe}-- as: demo|ada\n`);
  const { code, out } = await desk.run("test", "probe.sql");
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "probe.sql: 1 statement, 1 call. The pack is not installed here: it was there for this test only.

    1. tools/call probe (line 5)
      as demo|ada; READ ONLY, read committed
      {
          "id": 1,
          "result": {
              "content": [
                  {
                      "text": "hello",
                      "type": "text"
                  }
              ]
          },
          "jsonrpc": "2.0"
      }
      Passed.

    All calls passed. Everything was rolled back.
    "
  `);
});

test("exits 1 when an expectation fails, in words and as JSON", async () => {
  const expecting = `${probe}-- expect: {"result": {"isError": true}}\n`;
  await desk.write("failing.sql", registering({}, saying("hello")) + expecting);
  const words = await desk.run("test", "failing.sql");
  expect(words).toMatchObject({ code: 1, out: expect.stringContaining("1 call failed. Everything was rolled back.") });
  expect(words.out).toContain('FAILED: the answer does not contain {"result": {"isError": true}}');
  const json = await desk.run("test", "failing.sql", "--json");
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    file: "failing.sql",
    pack: "temporary",
    passed: false,
    calls: [{ line: 5, method: "tools/call", params: { name: "probe" }, envelope: { result: {} } }],
  });
});

test("a COMMIT in the file is refused, and nothing stays", async () => {
  await desk.write("escaping.sql", "CREATE TABLE stays ();\nCOMMIT;\n");
  const before = await catalogContents(desk.database.owner);
  expect(await desk.run("test", "escaping.sql")).toEqual({
    code: 1,
    out: "",
    error: [
      "escaping.sql, line 2: BEGIN, COMMIT, SAVEPOINT and the like are refused.",
      "COMMIT;",
      "^",
      "The file is run in one transaction of its own: take this statement out.",
      "",
    ].join("\n"),
  });
  expect(await catalogContents(desk.database.owner)).toBe(before);
});

test("puts the caret under the place", async () => {
  await desk.write("caret.sql", "SELECT 1;\nSELECT 'é', nix FROM pg_class;\n");
  expect((await desk.run("test", "caret.sql")).error).toBe(
    [
      'caret.sql, line 2: column "nix" does not exist',
      "SELECT 'é', nix FROM pg_class;",
      "            ^",
      "Nothing was changed.",
      "",
    ].join("\n"),
  );
});

test("warns when a file makes no calls", async () => {
  await desk.write("silent.sql", "-- only a comment");
  const { code, error } = await desk.run("test", "silent.sql");
  expect(code).toBe(0);
  expect(error).toContain("silent.sql makes no calls");
});

test("says that a file is missing or not UTF-8, and that a time is no number", async () => {
  expect(await desk.run("test", "missing.sql")).toMatchObject({ code: 1, error: expect.stringContaining("ENOENT") });
  await desk.write("latin.sql", Buffer.from("SELECT '\u00e9'", "latin1"));
  expect(await desk.run("test", "latin.sql")).toMatchObject({
    code: 1,
    error: "latin.sql is not UTF-8.\nSave it as UTF-8.\n",
  });
  expect(await desk.run("test", "silent.sql", "--timeout-ms", "1s")).toMatchObject({ code: 2 });
});

test("says that the connection was lost", async () => {
  await desk.write("killing.sql", "SELECT pg_terminate_backend(pg_backend_pid());");
  expect(await desk.run("test", "killing.sql")).toMatchObject({ code: 1, error: expect.stringContaining("was lost") });
});
