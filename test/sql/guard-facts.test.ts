import { expect, it } from "vitest";
import type { Statement } from "../../src/db/statement.ts";
import { guard } from "../../src/sql/guard.ts";
import { catalog } from "./verdict.ts";

const factsOf = async (sql: string): Promise<Statement> => await guard(sql, catalog);

it.each([
  ["SELECT id FROM users ORDER BY id", true],
  ["(SELECT id FROM users ORDER BY id) LIMIT 5", true],
  ["SELECT 1 UNION SELECT 2 ORDER BY 1", true],
  ["WITH u AS (SELECT 1 AS id) SELECT id FROM u ORDER BY id", true],
  ["SELECT id FROM (SELECT id FROM users ORDER BY id) u", false],
  ["(SELECT 1 ORDER BY 1) UNION ALL SELECT 2", false],
  ["SELECT row_number() OVER (ORDER BY id) FROM users", false],
  ["TABLE users", false],
  ["EXPLAIN SELECT id FROM users", true],
  ["SHOW timezone", true],
])("knows whether the outermost query of %s is ordered", async (sql, ordered) => {
  expect((await factsOf(sql)).ordered).toBe(ordered);
});

it("lists each table once, with its schema where one is written, and no WITH query", async () => {
  const { relations } = await factsOf(
    `WITH recent AS (SELECT * FROM orders), orders AS (SELECT * FROM recent)
     SELECT (SELECT max(id) FROM app.users) FROM orders JOIN "Users" u ON u.id IN (SELECT id FROM app.users)
     CROSS JOIN LATERAL (TABLE users) x, generate_series(1, 2) y`,
  );
  expect(relations).toEqual([
    { name: "orders" },
    { schema: "app", name: "users" },
    { name: "Users" },
    { name: "users" },
  ]);
});

it("lists the tables of an explained query", async () => {
  expect((await factsOf("EXPLAIN SELECT * FROM a, b")).relations).toEqual([{ name: "a" }, { name: "b" }]);
});

it.each([
  ["SELECT 1", 0],
  ["SELECT '{}' IS JSON, json_object('{a,1}')", 0],
  ["SELECT JSON_OBJECT('a': 1)", 160_000],
  ["SELECT JSON_OBJECT()", 160_000],
  ["SELECT JSON_ARRAY(1)", 160_000],
  ["SELECT JSON_ARRAY(SELECT id FROM users)", 160_000],
  ["SELECT JSON_ARRAYAGG(id) FROM users", 160_000],
  ["SELECT JSON_OBJECTAGG(id: name) FROM users", 160_000],
  ["SELECT system_user", 160_000],
  ["SELECT * FROM system_user", 160_000],
  ["SELECT JSON('1')", 170_000],
  ["SELECT JSON_SCALAR(1)", 170_000],
  ["SELECT JSON_SERIALIZE('1')", 170_000],
  ["SELECT JSON_VALUE('1', '$')", 170_000],
  ["SELECT id FROM users WHERE JSON_EXISTS(meta, '$.a')", 170_000],
  ["SELECT JSON_ARRAY(JSON_QUERY('1', '$'))", 170_000],
  ["SELECT * FROM JSON_TABLE('[]'::jsonb, '$' COLUMNS (a int PATH '$'))", 170_000],
  ["EXPLAIN SELECT JSON_ARRAY(1)", 160_000],
])("knows the oldest server that reads %s as we do", async (sql, version) => {
  expect((await factsOf(sql)).minServerVersion).toBe(version);
});
