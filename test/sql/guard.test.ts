import { describe, expect, it } from "vitest";
import { catalog, refusal, strict, verdict } from "./verdict.ts";
import type { GuardPolicy } from "../../src/sql/guard.ts";

const refusals: readonly (readonly [name: string, sql: string, expected: string])[] = [
  ["a second statement", "SELECT 1; /* x */ SELECT 2", "one_statement text @19"],
  ["text without a statement", "-- only a comment", "one_statement text"],
  ["a data change", " /* x */ DELETE FROM orders", "statement_kind DeleteStmt @10"],
  ["a data change inside WITH", "WITH d AS (DELETE FROM t RETURNING id) SELECT * FROM d", "node DeleteStmt @6"],
  ["EXPLAIN ANALYZE", "EXPLAIN ANALYZE SELECT 1", "explain_option analyze @9"],
  ["an option of EXPLAIN after others", "EXPLAIN (COSTS, ANALYZE) SELECT 1", "explain_option analyze @17"],
  ["EXPLAIN of a data change", "EXPLAIN DELETE FROM t", "statement_kind DeleteStmt @1"],
  ["SHOW ALL", "SHOW ALL", "setting all @1"],
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
  ["SELECT INTO", "SELECT * INTO z FROM users", "select_into IntoClause @15"],
  ["a row lock", "SELECT * FROM users FOR UPDATE", "locking LockingClause @15"],
  ["a row lock after an ORDER BY", "SELECT * FROM t ORDER BY id FOR UPDATE", "locking LockingClause @26"],
  ["a catalogue table", "SELECT * FROM pg_class", "catalog pg_class @15"],
  ["the information schema", "SELECT * FROM information_schema.tables", "catalog information_schema.tables @15"],
  ["the source of a function", "SELECT pg_get_functiondef(16384)", "catalog pg_get_functiondef @8"],
  ["the same as an attribute", "SELECT (16384::oid).pg_get_functiondef", "catalog pg_get_functiondef @8"],
  ["another database", "SELECT * FROM other.public.users", "cross_database users @15"],
  ["a temporary schema", "SELECT * FROM pg_temp.x", "sensitive_relation pg_temp.x @15"],
  ["an unknown sampling method", "SELECT * FROM t TABLESAMPLE foo(1)", "tablesample foo @29"],
  ["a NUL character", "SELECT '\0'", "text_encoding text @9"],
  ["half of a surrogate pair", "SELECT '😀\ud800'", "text_encoding text @11"],
  ["more than 16 KiB", `SELECT '${"é".repeat(8192)}'`, "text_size text"],
  ["more than 50 comments", `SELECT 1 ${"/**/".repeat(51)}`, "comment_count text @210"],
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

  it("says why a built-in function is refused, and what to do instead", async () => {
    const error = await refusal("SELECT pg_read_file('/etc/passwd')");
    expect(error?.message).toBe("pg_read_file is refused: it reads files of the server.");
    expect(error?.details.next).toContain("functions that only compute");
    expect((await refusal("SELECT (0.3::float8).pg_sleep"))?.message).toContain("it sleeps or takes locks");
    expect((await refusal("SELECT dblink_connect('x')"))?.message).toContain("it connects to other servers");
    expect((await refusal("SELECT pg_new_in_19()"))?.message).toContain("not known to be harmless");
    expect((await refusal("SELECT f()"))?.message).toBe("f is not a built-in function that only computes.");
  });

  it("reads the catalogue when the policy allows it, but never the sensitive part", async () => {
    expect(await verdict("SELECT relname, pg_get_viewdef(oid) FROM pg_class", catalog)).toBe("pass");
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

  it.each(["SHOW search_path", "SHOW TIME ZONE", "SELECT t.system FROM t", "SELECT rpad(name, 20) FROM users"])(
    "passes %s",
    async (sql) => {
      expect(await verdict(sql)).toBe("pass");
    },
  );
});
