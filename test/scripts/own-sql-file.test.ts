import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const source = new URL("../../src/", import.meta.url);

test("approves as our own only the text of .sql files, imported beside its use", async () => {
  const calls: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: source })) {
    const code = await readFile(new URL(file, source), "utf8");
    if (file === "sql/own-file.ts") continue;
    for (const [call, argument = ""] of code.matchAll(/ownSqlFile\(([^)]*)\)/g)) {
      calls.push(call);
      expect(code, `${file}: ${call}`).toMatch(
        new RegExp(`^import ${RegExp.escape(argument)} from "\\./[\\w-]+\\.sql";$`, "m"),
      );
    }
    // Under another name, or handed on as a value, it would escape the line above.
    const mentions = code.match(/ownSqlFile\b/g)?.length ?? 0;
    const expected = code.match(/ownSqlFile\(|import \{ ownSqlFile \} from/g)?.length ?? 0;
    expect(mentions, file).toBe(expected);
  }
  expect(calls.length).toBeGreaterThan(5);
});
