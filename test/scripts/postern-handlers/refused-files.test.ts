import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSqlFile } from "../../../scripts/handlers/sql-file.ts";
import { testHandlers } from "../../../scripts/handlers/test-handlers.ts";
import { catalogContents } from "./catalog-contents.ts";
import { createDesk, type Desk, registering } from "./handlers-command.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await createDesk();
});
afterAll(() => desk.clear());

test.each([
  ["a COMMIT", "CREATE TABLE stays ();\n  COMMIT;\nSELECT 1;", 2, "BEGIN, COMMIT, SAVEPOINT and the like are refused"],
  ["a COMMIT behind comments", "/* ; */ -- ;\nSELECT ';';commit and chain", 2, "are refused"],
  ["an END", "CREATE TABLE stays ();\nEND;", 2, "are refused"],
  ["a COMMIT that only tests run", "CREATE TABLE stays ();\n-- given: COMMIT;", 2, "are refused"],
  ["a COMMIT in a block", "CREATE TABLE stays ();\nDO $$ BEGIN COMMIT; END $$;", 2, "invalid transaction termination"],
  ["a mode of the transaction", "SET TRANSACTION READ ONLY;", 1, "changing the transaction is refused"],
  ["data for COPY", "CREATE TABLE t (id int);\nCOPY t FROM STDIN;\n1\n\\.\n", 3, "syntax error"],
  ["COPY from nowhere", "SELECT 1;\n\nCOPY t FROM STDIN;", 3, "COPY with STDIN, STDOUT or PROGRAM is refused"],
  ["a command of psql", "SELECT 1;\n\\set x 1\n", 2, "a command of psql, which is no SQL"],
  ["a mistake in the grammar", "SELECT 'é';\n\nSELEC 2;", 3, 'syntax error at or near "SELEC"'],
  ["an unknown column", "SELECT 1;\nSELECT 'é😀', nix FROM pg_class;", 2, 'column "nix" does not exist'],
  ["metadata that is no JSON", "SELECT api.create_or_replace_mcp_handler('{,}', 'x');", 1, "JSON data, line 1: {,"],
  ["a mistake in a body", registering({}, "\n\nBEGIN\n  FOO bar;\nEND;"), 4, 'syntax error at or near "FOO"'],
  ["what no transaction can do", "SELECT 1;\nVACUUM;", 2, "cannot run inside a transaction block"],
  ["a zero", "SELECT 1;\nSELECT '\0'; COMMIT;", 2, "a character with the code 0"],
])("refuses a file with %s, naming the line, and nothing stays", async (_, sql, line, why) => {
  const { owner } = desk.database;
  const before = await catalogContents(owner);
  const location = path.join(desk.folder, "refused.sql");
  await writeFile(location, sql);
  const tried = readSqlFile(location, "refused.sql").then((file) => testHandlers(owner, file, { timeoutMs: 15_000 }));
  await expect(tried).rejects.toMatchObject({
    name: "AppError",
    message: expect.stringContaining(`refused.sql, line ${String(line)}: `),
  });
  await expect(tried).rejects.toThrow(why);
  expect(await catalogContents(owner)).toBe(before);
});
