import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeChange } from "../../../src/sql/configuration/compose-change.ts";
import type { ChangeTarget } from "../../../src/sql/configuration/setting-change.ts";
import { parse } from "../../../src/sql/parser.ts";

const system: ChangeTarget = { level: "system" };
const readable = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
const hostile = fc
  .array(fc.constantFrom("'", '"', "\\", "''", "\\'", "--", "/*", "*/", ";", "$$", "\n", "E'", "😀", "a"))
  .map((parts) => parts.join(""));
const value = fc.oneof(readable, hostile);
// A name of the server's has at most 63 bytes.
const name = value.filter((text) => text !== "" && new TextEncoder().encode(text).length <= 63);

/** The only statement's fields, under its type. */
async function read(text: string): Promise<unknown> {
  const { stmts } = await parse(text);
  expect(stmts).toHaveLength(1);
  return stmts[0]?.stmt;
}

const constant = (text: string) => ({ A_Const: { sval: { sval: text }, location: expect.any(Number) } });

describe("a configuration change", () => {
  it.each([
    [system, ["8MB"], "ALTER SYSTEM SET work_mem = '8MB'"],
    [system, undefined, "ALTER SYSTEM RESET work_mem"],
    [{ level: "database", database: "My db" }, ["it's"], `ALTER DATABASE "My db" SET work_mem = 'it''s'`],
    [
      { level: "role", database: "d", role: 'a"b' },
      ["a\\b"],
      String.raw`ALTER ROLE "a""b" IN DATABASE "d" SET work_mem = E'a\\b'`,
    ],
    [
      { level: "role", database: "d", role: "current_user" },
      undefined,
      `ALTER ROLE "current_user" IN DATABASE "d" RESET work_mem`,
    ],
  ] as const)("is written for %j with %j", async (target, values, text) => {
    const change = { target, name: "work_mem", ...(values === undefined ? {} : { values }) };
    expect(await composeChange(change)).toEqual({ text, isTransactional: target.level !== "system" });
  });

  it("quotes the names of settings that are not in lower case, and of extensions part by part", async () => {
    expect((await composeChange({ target: system, name: "TimeZone" })).text).toBe('ALTER SYSTEM RESET "TimeZone"');
    const { text } = await composeChange({ target: system, name: "hnsw.ef_search", values: ["100"] });
    expect(text).toBe("ALTER SYSTEM SET hnsw.ef_search = '100'");
  });

  it("says exactly the values it was given, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), async (values) => {
        const { text } = await composeChange({ target: system, name: "temp_tablespaces", values });
        expect(await read(text)).toEqual({
          AlterSystemStmt: {
            setstmt: {
              kind: "VAR_SET_VALUE",
              name: "temp_tablespaces",
              args: values.map(constant),
              location: expect.any(Number),
            },
          },
        });
      }),
    );
  });

  it("names exactly the database and the role it was given", async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (database, role) => {
        fc.pre(role !== "public" && role !== "none");
        const { text } = await composeChange({ target: { level: "role", database, role }, name: "work_mem" });
        expect(await read(text)).toMatchObject({ AlterRoleSetStmt: { database, role: { rolename: role } } });
      }),
    );
  });

  it.each(["public", "none"])("is not made for a role called %s, which means something else", async (role) => {
    const target: ChangeTarget = { level: "role", database: "d", role };
    await expect(composeChange({ target, name: "work_mem" })).rejects.toThrow();
  });

  it.each([
    ["a NUL", "a\0'; b"],
    ["half a surrogate pair", "a\ud800"],
  ])("is not made with %s, which the parser would read as something else", async (_, text) => {
    await expect(composeChange({ target: system, name: "log_line_prefix", values: [text] })).rejects.toThrow();
  });

  it.each(["all", "user", "", "work_mem."])("is not made for %j, which is no setting's name", async (setting) => {
    await expect(composeChange({ target: system, name: setting, values: ["1"] })).rejects.toThrow();
  });

  it("keeps a name that looks like SQL a name", async () => {
    const setting = "x = '1'; DROP TABLE y --";
    const { text } = await composeChange({ target: system, name: setting, values: ["1"] });
    expect(await read(text)).toMatchObject({ AlterSystemStmt: { setstmt: { name: setting } } });
  });

  it("is not made for a refused setting, whoever asks", async () => {
    await expect(composeChange({ target: system, name: "Row_Security", values: ["off"] })).rejects.toMatchObject({
      code: "sql_refused",
    });
  });
});
