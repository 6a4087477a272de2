import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { recordOutput } from "../canary/record-output.ts";

async function run(args: string[], input = ""): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, ["scripts/guard.ts", ...args]);
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  recordOutput("scripts/guard.ts", out + error);
  return { code, out, error };
}

test("a query that passes is described and exits with 0", async () => {
  const sql = "SELECT JSON_VALUE(data, '$.a') FROM app.items JOIN users USING (id) ORDER BY 1";
  expect(await run([sql])).toEqual({
    code: 0,
    out: "passed: a query, ordered; reads app.items, users; needs PostgreSQL 17 or newer\n",
    error: "",
  });
});

test("a refused query shows the rule, the node, the place and the advice, and exits with 1", async () => {
  const { code, out } = await run(["SELECT 'é😀',\n  pg_sleep(1)"]);
  expect(code).toBe(1);
  expect(out).toMatchInlineSnapshot(`
    "refused: pg_sleep is refused: it sleeps or takes locks.
    rule function, node pg_sleep
      pg_sleep(1)
      ^
    Use built-in functions that only compute; the operator can allow functions of your own by name.
    "
  `);
});

test("broken SQL is refused with its place", async () => {
  const { code, out } = await run(["SELECT FROM WHERE"]);
  expect(code).toBe(1);
  expect(out).toContain("SELECT FROM WHERE\n            ^\n");
});

test("machines get one JSON object", async () => {
  const refused = await run(["--json", "TABLE pg_class"]);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out)).toMatchObject({
    verdict: "refused",
    code: "sql_refused",
    rule: "catalog",
    node: "pg_class",
    position: 7,
  });
  const passed = await run(["--json", "--allow-catalog", "TABLE pg_class"]);
  expect(JSON.parse(passed.out)).toEqual({
    verdict: "passed",
    kind: "rows",
    ordered: false,
    relations: [{ name: "pg_class" }],
    minServerVersion: 0,
  });
});

test("the policy comes from the options", async () => {
  const judge = async (...args: string[]): Promise<unknown> => {
    const { out } = await run(["--json", ...args]);
    return (JSON.parse(out) as { rule?: string }).rule ?? "passed";
  };
  const functions = ["--allow-function", "f", "--allow-function", "app.g"];
  expect(await judge("SELECT f(1), app.g(2)", ...functions)).toBe("passed");
  expect(await judge("SELECT f(1), h(2)", ...functions)).toBe("function");
  expect(await judge("SELECT * FROM hr.people", "--allow-schema", "app", "--allow-schema", "web")).toBe("schema");
  expect(await judge("SELECT * FROM hr.people", "--deny-relation", "hr.*")).toBe("denied_relation");
  expect(await judge("SELECT md5('x')", "--deny-function", "md5")).toBe("denied_function");
});

test("the SQL may come from standard input", async () => {
  expect(await run([], "SELECT 1")).toMatchObject({ code: 0, out: "passed: a query, not ordered; reads no table\n" });
  expect(await run(["-"], "DELETE FROM t")).toMatchObject({ code: 1 });
});

test("wrong usage exits with 2 and explains itself", async () => {
  const unknown = await run(["--nope"]);
  expect(unknown.code).toBe(2);
  expect(unknown.error).toContain("npm run guard --");
  expect(await run(["SELECT", "1"])).toMatchObject({ code: 2 });
  const help = await run(["--help"]);
  expect(help.code).toBe(0);
  expect(help.out).toContain("--deny-relation");
});
