import fc from "fast-check";
import { expect, test } from "vitest";
import { splitStatements } from "../../../scripts/handlers/split-statements.ts";
import { readTestPlan } from "../../../scripts/handlers/test-plan.ts";

const plan = (text: string) => readTestPlan({ path: "probe.sql", text });
const split = (text: string) => splitStatements({ path: "probe.sql", text });

test("reads calls with who makes them and what they expect", async () => {
  const { calls } = await plan(
    [
      'SELECT 1; -- call: tools/call {"name": "a", "arguments": {"n": 9007199254740993}}',
      "-- as: auth0|42",
      "-- a remark",
      '-- expect: {"result": {}}',
      '--expect:   {"result":',
      '--   {"isError": false}}',
      "-- call: tools/list",
    ].join("\r\n"),
  );
  expect(calls).toEqual([
    {
      line: 1,
      method: "tools/call",
      params: '{"name": "a", "arguments": {"n": 9007199254740993}}',
      caller: { user_id: "auth0|42" },
      expected: ['{"result": {}}', '{"result":\n{"isError": false}}'],
    },
    { line: 7, method: "tools/list", params: undefined, caller: null, expected: [] },
  ]);
});

test("sees no call in a string, a body or a block comment", async () => {
  const { calls, given } = await plan(
    "SELECT '-- call: a', $x$\n-- call: b\n$x$, \"-- call: c\"; /* -- call: d\n-- call: e */ -- x -- call: f\n",
  );
  expect({ calls, given }).toEqual({ calls: [], given: [] });
});

test("reads a file whose comments and strings hold control characters", async () => {
  const { calls } = await plan("-- \u0001 é\tx\nSELECT E'\\\\', '\u0007\u001f\"'; -- call: tools/list\n");
  expect(calls).toMatchObject([{ line: 2, method: "tools/list" }]);
});

test("finds what is given where it stands in the file", async () => {
  const text =
    "SELECT 'é';\n-- given: INSERT INTO a VALUES (';');\n--given: INSERT INTO b\n--   VALUES ('😀'); SELECT 1;\n";
  const { given } = await plan(text);
  expect(given.map((statement) => statement.text.replace(/\s+/g, " "))).toEqual([
    "INSERT INTO a VALUES (';')",
    "INSERT INTO b VALUES ('😀')",
    "SELECT 1",
  ]);
  for (const { start, text: sql } of given) expect(text.slice(start)).toMatch(new RegExp(`^${sql.slice(0, 6)}`));
});

test.each([
  ["parameters that are no JSON", '-- call: tools/call {"name": }', 1, "what follows call: is not JSON"],
  ["parameters that go on after a gap", '-- call: tools/call {"a":\n\n-- 1}', 1, "what follows call: is not JSON"],
  ["parameters without a method", '-- call: {"name": "a"}', 1, "a call is a method and its parameters"],
  ["an expectation that is no JSON", "-- call: ping\n-- expect: nothing", 2, "what follows expect: is not JSON"],
  ["an expectation of nothing", '-- expect: {"result": {}}', 1, "expect: stands below the call it is about"],
  ["a caller without a provider", "-- call: ping\n-- as: ada", 2, "a caller is provider|subject"],
  ["a word that is misspelt", "-- call: ping\n-- expects: {}", 2, "a test knows no expects:"],
  ["something given without an end", "-- given: SELECT 1", 1, "must end with a semicolon"],
])("refuses %s", async (_, text, line, why) => {
  await expect(plan(text)).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`^probe.sql, line ${String(line)}: .*${why.replace("|", "\\|")}`)),
  });
});

test("splits a file into its statements wherever semicolons and quotes stand", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", ";", "'", '"', "$", "$$", "\n", "-", "/*", "\\", "é", "😀", " "),
  });
  const literal = text.map((value) => `'${value.replaceAll("'", "''")}'`);
  const identifier = text.map((value) => `"${value.replaceAll('"', '""')}x"`);
  const dollar = text.map((value) => `$q$${value}$q$`).filter((value) => !/\$q\$.*\$q\$.*\$q\$/s.test(value));
  const statement = fc
    .tuple(literal, identifier, dollar)
    .map(([value, name, body]) => `SELECT ${value} AS ${name}, ${body}`);
  const comment = fc.constantFrom("", " ", "\n", "-- ; '\n", "/* ; ' /* \" */ $$ */", "-- COMMIT;\n");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(comment, statement), { maxLength: 5 }), comment, async (parts, end) => {
      const file = parts.map(([before, sql]) => `${before}${sql};`).join("") + end;
      const found = await split(file);
      expect(found.map((each) => each.text)).toEqual(parts.map(([, sql]) => sql));
      for (const { start, text: sql } of found) expect(file.startsWith(sql, start)).toBe(true);
    }),
  );
});
