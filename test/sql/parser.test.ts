import { describe, expect, it } from "vitest";
import { bytePosition, parse, SqlSyntaxError } from "../../src/sql/parser.ts";

async function syntaxError(sql: string): Promise<SqlSyntaxError> {
  const thrown: unknown = await parse(sql).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof SqlSyntaxError) return thrown;
  throw new Error(`expected a syntax error, got ${String(thrown)}`);
}

describe("the SQL parser", () => {
  it("returns one entry for each statement", async () => {
    expect((await parse("SELECT 1; SELECT 2")).stmts).toHaveLength(2);
    expect((await parse("-- nothing")).stmts).toHaveLength(0);
  });

  it("names the token and the place of a syntax error", async () => {
    const error = await syntaxError("SELECT FROM WHERE");
    expect(error.message).toBe('syntax error at or near "WHERE"');
    expect(error.position).toBe(13);
  });

  it("counts JavaScript characters when the text before an error is not ASCII", async () => {
    const sql = "SELECT 'é😀' FROM FROM x";
    expect((await syntaxError(sql)).position).toBe(sql.indexOf("FROM x") + 1);
  });

  it("turns byte offsets into character positions", () => {
    const sql = "SELECT 'é😀', f(1)";
    expect(bytePosition(sql, 0)).toBe(1);
    expect(bytePosition(sql, 17)).toBe(sql.indexOf("f(1)") + 1);
  });

  it("works again after a query has broken the parser", async () => {
    const deep = `SELECT ${"1+".repeat(100_000)}1`;
    const thrown: unknown = await parse(deep).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(SqlSyntaxError);
    expect((await parse("SELECT 1")).stmts).toHaveLength(1);
  });

  it("parses concurrent requests with one instance", async () => {
    const trees = await Promise.all(["SELECT 1", "SELECT 2; SELECT 3"].map(parse));
    expect(trees.map((tree) => tree.stmts.length)).toEqual([1, 2]);
  });
});
