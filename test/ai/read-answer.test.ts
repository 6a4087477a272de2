import fc from "fast-check";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/ai/read-answer.ts";

test.each([
  ["a block", "```sql\nSELECT 1\n```", { sql: "SELECT 1" }],
  ["a block without a language", "```\nSELECT 1\n```", { sql: "SELECT 1" }],
  ["a block on one line", "```sql SELECT 1```", { sql: "SELECT 1" }],
  ["a block with words around it", "Here it is:\n```postgresql\nSELECT 1;\n```\nDone.", { sql: "SELECT 1" }],
  ["a block left open", "```sql\nSELECT 1;\n", { sql: "SELECT 1" }],
  ["a bare statement", "SELECT 1;", { sql: "SELECT 1" }],
  ["a bare statement in brackets", "(SELECT 1) UNION (SELECT 2)", { sql: "(SELECT 1) UNION (SELECT 2)" }],
  [
    "a statement behind thoughts",
    "<think>DROP? No.\n```sql\nno\n```</think>\n```sql\nSELECT 1\n```",
    { sql: "SELECT 1" },
  ],
  [
    "two statements, for the guard to refuse",
    "```sql\nSELECT 1; DROP TABLE x;\n```",
    { sql: "SELECT 1; DROP TABLE x" },
  ],
  ["whatever stands in a block", "```sql\nDROP TABLE x\n```", { sql: "DROP TABLE x" }],
  ["a reason", "CANNOT: no such table", { cannot: "no such table" }],
  ["a reason in a block", "```\nCANNOT: no such table\n```", { cannot: "no such table" }],
  ["a reason behind words", "I am sorry.\n**CANNOT:** no such table", { cannot: "** no such table" }],
])("reads %s", (_, text, expected) => {
  expect(readAnswer(text)).toEqual(expected);
});

test.each([
  ["prose", "The query would count the orders."],
  ["prose with a statement in it", "Run SELECT 1 to see."],
  ["a statement of another kind without a block", "DROP TABLE x"],
  ["nothing", " \n "],
  ["only thoughts", "<think>SELECT 1"],
  ["an empty block", "```sql\n;\n```"],
  ["two blocks", "```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```"],
])("finds no SQL in %s", (_, text) => {
  expect(readAnswer(text)).toEqual({ problem: expect.any(String) });
});

const statement = fc
  .tuple(fc.constantFrom("SELECT ", "WITH ", "values ", "Table "), fc.string({ maxLength: 200, unit: "binary" }))
  .map(([verb, rest]) => `${verb}${rest.replaceAll("```", "")}`.trimEnd().replace(/[;\s]+$/, ""))
  .filter(
    (sql) => /^(?:select|with|values|table)\b/i.test(sql) && !/^\W{0,3}CANNOT:/m.test(sql) && !sql.includes("```"),
  );

test("gives back any statement as it was written, fenced or bare, with or without its semicolon", () => {
  fc.assert(
    fc.property(statement, fc.constantFrom("", ";", " ; \n"), (sql, end) => {
      for (const text of [`\`\`\`sql\n${sql}${end}\n\`\`\``, `Sure:\n\`\`\`\n${sql}${end}\`\`\``, `${sql}${end}`]) {
        const answer = readAnswer(text);
        expect(answer).toEqual({ sql });
      }
    }),
  );
});

test("never fails, and never makes SQL of what the text does not hold", () => {
  const part = fc.oneof(
    fc.constantFrom("```", "```sql\n", "\n", ";", "<think>", "</think>", "CANNOT:", "SELECT"),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join("")),
      (text) => {
        const answer = readAnswer(text);
        if ("sql" in answer) expect(text).toContain(answer.sql);
        if ("cannot" in answer) expect(text).toContain(answer.cannot);
      },
    ),
  );
});

test("reads a megabyte of any mark at once", () => {
  for (const mark of [";", " ", "`", "\n", "```", "x;"]) readAnswer(`SELECT 1${mark.repeat(1_000_000 / mark.length)}x`);
});

test("reads a megabyte of semicolons and spaces as quickly as any other", () => {
  const sql = `SELECT 1${" ;".repeat(500_000)}x`;
  expect(readAnswer(sql)).toEqual({ sql });
});
