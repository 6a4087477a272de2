import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonLines, readSqlBlocks, writeSqlBlocks } from "../../../scripts/postern/question-file.ts";

test("reads a JSON object from each line, and tells what is wrong with a line", () => {
  const text = [
    '{"question":"One?","sql":"SELECT 1"}',
    "",
    '{"question":"Two?","sql":"SELECT 2","connection":"crm"}\r',
    "{question: Three?}",
    '["Four?"]',
    '{"question":"Five?"}',
    '{"question":"Six?","sql":"SELECT 6","conection":"crm"}',
    '{"question":"Seven?","sql":"SELECT 7","connection":7}',
  ].join("\n");
  expect(readJsonLines(text)).toEqual([
    { line: 1, pair: { question: "One?", sql: "SELECT 1" } },
    { line: 3, pair: { question: "Two?", sql: "SELECT 2", connection: "crm" } },
    { line: 4, problem: "This is not JSON." },
    { line: 5, problem: "This is not an object." },
    { line: 6, problem: "question and sql must be texts." },
    { line: 7, problem: 'Only question, sql, connection are known, not "conection".' },
    { line: 8, problem: "connection must be a text." },
  ]);
});

test("reads SQL below comments that name its question, with comments of its own", () => {
  const text = `-- Questions of the shop.

-- question: How many orders?
SELECT count(*)
-- all of them
FROM orders;

--question:Who?
-- connection: crm
SELECT name FROM people
`;
  expect(readSqlBlocks(text)).toEqual([
    { line: 3, pair: { question: "How many orders?", sql: "SELECT count(*)\n-- all of them\nFROM orders;" } },
    { line: 8, pair: { question: "Who?", connection: "crm", sql: "SELECT name FROM people" } },
  ]);
});

test("tells of SQL that no question stands above", () => {
  expect(readSqlBlocks("SELECT 1;\nSELECT 2;\n-- question: One?\nSELECT 3")).toEqual([
    { line: 1, problem: 'SQL stands below a comment "-- question: ...".' },
    { line: 3, pair: { question: "One?", sql: "SELECT 3" } },
  ]);
});

test("does not take a comment within saved SQL for another question", () => {
  const pair = { question: "One?", connection: "main", sql: "SELECT 1\n-- question: Two?\n+ 1" };
  expect(readSqlBlocks(writeSqlBlocks([pair]))).toEqual([
    { line: 1, pair: { ...pair, sql: "SELECT 1\n -- question: Two?\n+ 1;" } },
  ]);
});

test("reads back what it writes", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "B", "é", "漢", "?", "'", '"', ":", "-", "{"), minLength: 1 });
  const question = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  // As saved: nothing at its ends that reading takes away, and no line of it that names a question.
  const sql = fc
    .array(question, { minLength: 1, maxLength: 4 })
    .map((lines) => `SELECT ${lines.join("\n\n ")}`)
    .filter((text) => !/^--/m.test(text));
  const pairs = fc.array(fc.record({ question, connection: fc.constantFrom("main", "crm"), sql }), { maxLength: 5 });
  fc.assert(
    fc.property(pairs, (written) => {
      const read = readSqlBlocks(writeSqlBlocks(written));
      expect(read.map((item) => ("pair" in item ? item.pair : item))).toEqual(
        written.map((pair) => ({ ...pair, sql: `${pair.sql};` })),
      );
    }),
  );
});
