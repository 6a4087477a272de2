import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { guard, type GuardPolicy } from "../../src/sql/guard.ts";
import attacks from "../corpus/attacks.jsonl?raw";
import benign from "../corpus/benign.jsonl?raw";

interface CorpusEntry {
  readonly sql: string;
  readonly expect: "reject_ast" | "reject_db" | "allow_harmless" | "accept";
}

const strict: GuardPolicy = { allowCatalog: false, allowedFunctions: [] };
const catalog: GuardPolicy = { ...strict, allowCatalog: true };

/** "pass", or what a refused caller sees: `rule node @position`. */
async function verdict(sql: string, policy: GuardPolicy = strict): Promise<string> {
  try {
    return (await guard(sql, policy)).text === sql ? "pass" : "changed text";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { data, position, sqlstate } = error.details;
    const subject =
      error.code === "sql_syntax" ? `syntax ${sqlstate}` : `${String(data?.["rule"])} ${String(data?.["node"])}`;
    return position === undefined ? subject : `${subject} @${position}`;
  }
}

const corpus = (text: string): CorpusEntry[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CorpusEntry);

const refusals: readonly (readonly [name: string, sql: string, expected: string])[] = [
  ["a second statement", "SELECT 1; SELECT 2", "one_statement text"],
  ["text without a statement", "-- only a comment", "one_statement text"],
  ["a data change", "DELETE FROM orders", "statement_kind DeleteStmt"],
  ["a data change inside WITH", "WITH d AS (DELETE FROM t RETURNING id) SELECT * FROM d", "node DeleteStmt @6"],
  ["EXPLAIN ANALYZE", "EXPLAIN ANALYZE SELECT 1", "explain_option analyze"],
  ["EXPLAIN of a data change", "EXPLAIN DELETE FROM t", "statement_kind DeleteStmt"],
  ["SHOW ALL", "SHOW ALL", "setting all"],
  ["a custom setting", "SELECT current_setting('app.secret')", "setting app.secret @8"],
  ["a denied function after non-ASCII text", "SELECT 'é😀', pg_sleep(1)", "function pg_sleep @15"],
  [
    "a denied function among functions in FROM",
    "SELECT * FROM ROWS FROM (now(), pg_ls_dir('.'))",
    "function pg_ls_dir @33",
  ],
  ["a function nobody allowed", "SELECT public.f(1)", "function public.f @8"],
  ["a function called as an attribute of a value", "SELECT (0.3::float8).pg_sleep", "attribute_notation pg_sleep @8"],
  [
    "a function called as a column of an alias",
    "SELECT x.pg_sleep FROM unnest(ARRAY[5.0]) x",
    "attribute_notation pg_sleep @8",
  ],
  ["an extension function called as an attribute", "SELECT ('select 1'::text).dblink", "attribute_notation dblink @8"],
  ["SELECT INTO", "SELECT * INTO z FROM users", "select_into IntoClause"],
  ["a row lock", "SELECT * FROM users FOR UPDATE", "locking LockingClause @15"],
  ["a catalogue table", "SELECT * FROM pg_class", "catalog pg_class @15"],
  ["the information schema", "SELECT * FROM information_schema.tables", "catalog information_schema.tables @15"],
  ["another database", "SELECT * FROM other.public.users", "cross_database users @15"],
  ["a temporary schema", "SELECT * FROM pg_temp.x", "sensitive_relation pg_temp.x @15"],
  ["an unknown sampling method", "SELECT * FROM t TABLESAMPLE foo(1)", "tablesample foo @29"],
  ["a large repeat", "SELECT repeat('x', 10001)", "expansion repeat @8"],
  ["a nested repeat", "SELECT repeat(repeat('x', 100), 100)", "expansion repeat @8"],
  ["a repeat sized by a constant subquery", "SELECT repeat('x', (SELECT 1000000000))", "expansion repeat @8"],
  ["a large array_fill", "SELECT array_fill(1, ARRAY[1000, 1000])", "expansion array_fill @8"],
  ["a wide format", "SELECT format('%1000000000s', 'x')", "expansion format @8"],
  ["a NUL character", "SELECT '\0'", "text_encoding text"],
  ["half of a surrogate pair", "SELECT '\ud800'", "text_encoding text"],
  ["more than 16 KiB", `SELECT '${"é".repeat(8192)}'`, "text_size text"],
  ["more than 50 comments", `SELECT 1 ${"/**/".repeat(51)}`, "comment_count text"],
  ["broken SQL", "SELECT FROM WHERE", "syntax 42601 @13"],
];

describe("the SQL guard", () => {
  it.each(refusals)("refuses %s", async (_name, sql, expected) => {
    expect(await verdict(sql)).toBe(expected);
  });

  it("refuses deep nesting without failing", async () => {
    expect(await verdict(`SELECT ${"1+".repeat(500)}1`)).toMatch(/^complexity query/);
    expect(await verdict(`SELECT ${"ARRAY[".repeat(2300)}1${"]".repeat(2300)}`)).toMatch(/^complexity query/);
  });

  it("reads the catalogue when the policy allows it, but never the sensitive part", async () => {
    expect(await verdict("SELECT relname FROM pg_class", catalog)).toBe("pass");
    expect(await verdict("SELECT * FROM pg_authid", catalog)).toBe("sensitive_relation pg_authid @15");
  });

  it("takes a name that WITH defines for the query it names, and only where it is visible", async () => {
    expect(await verdict("WITH pg_class AS (SELECT 1) SELECT * FROM pg_class")).toBe("pass");
    expect(await verdict("WITH pg_class AS (SELECT * FROM pg_class) SELECT 1")).toBe("catalog pg_class @33");
    expect(await verdict("SELECT (WITH pg_class AS (SELECT 1) SELECT 1), (TABLE pg_class)")).toBe(
      "catalog pg_class @55",
    );
  });

  it("allows the functions that the policy names, but no denied built-in", async () => {
    const policy: GuardPolicy = { ...strict, allowedFunctions: ["public.f", "pg_sleep"] };
    expect(await verdict("SELECT public.f(1)", policy)).toBe("pass");
    expect(await verdict("SELECT f(1)", policy)).toBe("function f @8");
    expect(await verdict("SELECT pg_sleep(1)", policy)).toBe("function pg_sleep @8");
  });

  it("holds qualified tables to the allowed schemas", async () => {
    const policy: GuardPolicy = { ...strict, allowedSchemas: ["public"] };
    expect(await verdict("SELECT * FROM public.users", policy)).toBe("pass");
    expect(await verdict("SELECT * FROM app.users", policy)).toBe("schema app.users @15");
  });

  it.each(["SHOW search_path", "SHOW TIME ZONE", "SELECT t.system FROM t", "SELECT rpad(name, 20) FROM users"])(
    "passes %s",
    async (sql) => {
      expect(await verdict(sql)).toBe("pass");
    },
  );

  it("refuses every attack of the corpus that the syntax tree shows", async () => {
    const entries = corpus(attacks).filter((entry) => entry.expect === "reject_ast");
    expect(entries).toHaveLength(180);
    for (const { sql } of entries) expect(await verdict(sql, catalog), sql).not.toBe("pass");
  });

  it("passes every harmless query of the corpora", async () => {
    const entries = [...corpus(benign), ...corpus(attacks)].filter(
      (entry) => entry.expect === "accept" || entry.expect === "allow_harmless",
    );
    expect(entries).toHaveLength(133);
    for (const { sql } of entries) expect(await verdict(sql, catalog), sql).toBe("pass");
  });
});
