import { describe, expect, it } from "vitest";
import { strict, verdict } from "./verdict.ts";

/** Wraps a query in a subquery again and again. */
function nested(layers: number, wrap: (inner: string) => string, innermost: string): string {
  return Array.from({ length: layers }).reduce<string>((inner) => wrap(inner), innermost);
}

describe("values that a query would make very large", () => {
  it.each([
    ["a large repeat", "SELECT repeat('x', 10001)", "expansion repeat @8"],
    ["a nested repeat", "SELECT repeat(repeat('x', 10000), 10000)", "expansion repeat @8"],
    ["a repeat sized by a constant subquery", "SELECT repeat('x', (SELECT 1000000000))", "expansion repeat @8"],
    ["a repeat sized by a parameter", "SELECT repeat('x', $1)", "expansion repeat @8"],
    ["a large array_fill", "SELECT array_fill(1, ARRAY[1000, 1000])", "expansion array_fill @8"],
    ["a wide format", "SELECT format('%1000000000s', 'x')", "expansion format @8"],
    ["a padded type", "SELECT 'é', 'x'::char(20000)", "expansion bpchar @18"],
    ["many long values", `SELECT ${"lpad('x', 10000), ".repeat(120)} 1`, "expansion lpad @1790"],
  ])("are refused: %s", async (_name, sql, expected) => {
    expect(await verdict(sql)).toBe(expected);
  });

  it.each([
    "SELECT repeat('x', 10000), repeat(repeat('x', 10), 10)",
    "SELECT repeat('x', LEAST($1, 100)), lpad(name, LEAST(length(name), 20)) FROM users",
    "SELECT lpad('', depth * 2) || name, rpad(lpad(id::text, 5, '0'), 10) FROM users",
    "SELECT repeat('#', count(*)::int), repeat('#', (row_number() OVER ())::int) FROM users",
    "SELECT repeat('*', n) FROM generate_series(1, 20) n",
    "SELECT 'x'::char(10), b::bit(8), c::varchar(10000000) FROM t",
    "SELECT polygon(12, circle '((0,0),1)'), polygon(box '((0,0),(1,1))')",
  ])("pass when they are bounded: %s", async (sql) => {
    expect(await verdict(sql)).toBe("pass");
  });
});

describe("queries that PostgreSQL would expand enormously", () => {
  const doubled = (layers: number, from = ""): string =>
    nested(layers, (inner) => `SELECT v || v AS v FROM (${inner}) s${from}`, "SELECT name AS v FROM users");

  it("are refused at the layer where it becomes too much", async () => {
    expect(await verdict(doubled(10))).toBe("pass");
    expect(await verdict(doubled(16))).toMatch(/^expansion query @\d+$/);
  });

  it("pass when a layer is computed on its own", async () => {
    const layers = (first: string): string => `WITH a0 AS ${first} (${doubled(9)}), a1 AS (SELECT v AS w FROM a0)
      SELECT w || w || w || w || w || w || w || w || w || w || w || w || w || w || w || w || w || w || w || w FROM a1`;
    expect(await verdict(layers("MATERIALIZED"))).toBe("pass");
    expect(await verdict(layers("NOT MATERIALIZED"))).toBe("pass");
    const deeper = (first: string): string => layers(first).replaceAll("w || w", "upper(w) || lower(w) || w || w || w");
    expect(await verdict(deeper("MATERIALIZED"))).toBe("pass");
    expect(await verdict(deeper("NOT MATERIALIZED"))).toMatch(/^expansion query/);
  });

  it("count a WITH query once for each place it is copied to", async () => {
    const chain = (materialized: string): string =>
      `WITH ${Array.from({ length: 18 }, (_, index) => {
        const from = index === 0 ? "users p, users q" : `a${index - 1} p, a${index - 1} q`;
        return `a${index} AS ${materialized} (SELECT p.id FROM ${from})`;
      }).join(", ")} SELECT id FROM a17`;
    expect(await verdict(chain("NOT MATERIALIZED"))).toMatch(/^expansion query/);
    expect(await verdict(chain(""))).toBe("pass");
  });

  it("are not found where one name stands for different things", async () => {
    const shadowed = nested(
      9,
      (inner) => `SELECT s.v, s.w || 'x' AS w FROM (SELECT t.v, t.v AS w FROM (${inner}) t) s`,
      "SELECT name AS v, name AS w FROM users",
    );
    expect(await verdict(shadowed)).toBe("pass");
  });

  it("never take long to judge", async () => {
    const recursion = nested(
      12,
      (inner) => `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + (${inner}) FROM r) SELECT max(n) FROM r`,
      "SELECT 1",
    );
    const stars = nested(30, (inner) => `SELECT s.*, s.*, s.* FROM (${inner}) s`, "SELECT 1 AS a, 2 AS b");
    const cases = nested(30, (inner) => `CASE WHEN a THEN ${inner} ELSE b END`, "c");
    expect(await verdict(recursion)).toMatch(/^(complexity|expansion) query/);
    expect(await verdict(stars)).toBe("pass");
    expect(await verdict(`SELECT ${cases} FROM t`, strict)).toBe("pass");
  });
});
