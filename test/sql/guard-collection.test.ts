import { describe, expect, it } from "vitest";
import { verdict } from "./verdict.ts";

const rows = "FROM generate_series(1, 100000) n";

describe("aggregates that collect long computed values", () => {
  it.each([
    ["a text", `SELECT length(string_agg(repeat('a', 9000), '')) ${rows}`, "string_agg"],
    ["a separator", `SELECT string_agg(n::text, repeat('a', 9000)) ${rows}`, "string_agg"],
    ["a written text", `SELECT string_agg('${"a".repeat(5000)}', '') ${rows}`, "string_agg"],
    ["a padded type", `SELECT string_agg(n::text::char(9000), '') ${rows}`, "string_agg"],
    ["a subquery", `SELECT string_agg(v, '') FROM (SELECT repeat('a', 9000) AS v ${rows}) s`, "string_agg"],
    ["a window", `SELECT string_agg(repeat('a', 9000), '') OVER () ${rows}`, "string_agg"],
    ["an array", `SELECT array_agg(repeat('a', 9000)) ${rows}`, "array_agg"],
    ["an array of a subquery", `SELECT cardinality(ARRAY(SELECT repeat('a', 9000) ${rows}))`, "ARRAY"],
    ["JSON", `SELECT json_agg(repeat('a', 9000)) ${rows}`, "json_agg"],
    ["JSONB", `SELECT jsonb_agg(repeat('a', 9000)) ${rows}`, "jsonb_agg"],
    ["rows", `SELECT jsonb_agg(s) FROM (SELECT lpad('a', 9000) AS v ${rows}) s`, "jsonb_agg"],
    ["an object", `SELECT json_object_agg(n, repeat('a', 9000)) ${rows}`, "json_object_agg"],
    ["XML", `SELECT xmlagg(xmlelement(name a, repeat('a', 9000))) ${rows}`, "xmlagg"],
    ["JSON of the standard", `SELECT JSON_ARRAYAGG(repeat('a', 9000)) ${rows}`, "JSON"],
    ["an object of the standard", `SELECT JSON_OBJECTAGG(n VALUE repeat('a', 9000)) ${rows}`, "JSON"],
    ["JSON of a subquery", `SELECT JSON_ARRAY(SELECT repeat('a', 9000) ${rows})`, "JSON"],
    [
      "a WITH query",
      `WITH w AS MATERIALIZED (SELECT string_agg(repeat('é', 4500), '') a ${rows}) SELECT ${"length(a) + 0, ".repeat(60)} 1 FROM w`,
      "string_agg",
    ],
  ])("are refused: %s", async (_name, sql, node) => {
    expect(await verdict(sql)).toMatch(new RegExp(`^expansion ${node} @\\d+$`));
  });

  const keys = Array.from({ length: 30 }, (_, index) => `'some_key_${String(index)}', t.c${String(index)}`).join(", ");

  it.each([
    "SELECT string_agg(name, ', '), string_agg(DISTINCT role, $1 ORDER BY role) FROM users",
    "SELECT json_agg(row_to_json(t)), jsonb_agg(to_jsonb(t)), array_agg(t) FROM users t",
    "SELECT array_agg(DISTINCT x ORDER BY y) FROM t",
    "SELECT string_agg(repeat('*', 5), '') FROM t",
    "SELECT string_agg(format('<li class=\"user\">%s (%s, %s)</li>', name, role, email), '') FROM users",
    "SELECT string_agg($1 || name || $2 || role || $3, $4) FROM users",
    `SELECT jsonb_agg(jsonb_build_object(${keys})) FROM t`,
    `SELECT json_agg(json_build_object('a', 1, 'rows', (SELECT json_agg(json_build_object('name', u.name, 'orders',
      (SELECT json_agg(json_build_object('id', o.id, 'lines', (SELECT json_agg(json_build_object('sku', l.sku,
      'amount', l.amount, 'note', l.note)) FROM lines l))) FROM orders o))) FROM users u))) FROM t`,
    "SELECT ARRAY(SELECT name FROM users), JSON_ARRAYAGG(id), JSON_OBJECTAGG(id VALUE name) FROM users",
    "SELECT string_agg(CASE WHEN length(repeat('x', 5000)) > 3 THEN name END, ',') FROM users",
  ])("pass when the rows are what tables hold: %s", async (sql) => {
    expect(await verdict(sql)).toBe("pass");
  });
});

describe("patterns of regexp_replace", () => {
  // Read in two ways, each class would double the time to judge: these would never end.
  it.each(["[^a]", "[^a]+", "[^^]", "[a^]", "a+", "\\s+"])("are judged in one pass: %s", async (part) => {
    for (const copies of [40, 2000]) {
      const pattern = part.repeat(copies);
      expect(await verdict(`SELECT regexp_replace('a', '${pattern}(', 'b', 'g')`)).toBe("pass");
      expect(await verdict(`SELECT regexp_replace('a', '${pattern}', 'b', 'g')`)).toBe("pass");
    }
  });

  it("that are long count as ones that match between all characters", async () => {
    const nested = (pattern: string): string =>
      Array.from({ length: 16 }).reduce<string>(
        (text) => `regexp_replace(${text}, '${pattern}', 'b', 'g')`,
        "repeat('a', 100)",
      );
    expect(await verdict(`SELECT ${nested("[^a^]+")}`)).toBe("pass");
    expect(await verdict(`SELECT ${nested("a".repeat(201))}`)).toMatch(/^expansion regexp_replace/);
  });

  it("and other long texts are judged too", async () => {
    for (const text of ["%1".repeat(3000), `%${"1".repeat(6000)}`, "%1$".repeat(2000), `{${"1,".repeat(3000)}`]) {
      expect(await verdict(`SELECT format('${text}', 1), '${text}'::text`)).toMatch(/^(pass|expansion format @8)$/);
    }
  });
});
