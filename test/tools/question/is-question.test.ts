import { expect, test } from "vitest";
import { isQuestion } from "../../../src/tools/question/is-question.ts";

const questions = [
  "How many orders were cancelled?",
  "show me all customers",
  "Show us the revenue by month",
  "select the ten best customers",
  "select the ten best customers from Germany, sorted by revenue",
  "with which products do we earn most",
  "with which customers do we earn more than 100 euros?",
  "table of orders by month",
  "tables with more than a million rows?",
  "explain why revenue fell in March",
  "describe the customers of last year",
  "list customers",
  "do we have customers in Cork",
  "create a list of the best customers",
  "drop in sales since January",
  "update me on the open tickets",
  "fetch all orders from last month",
  "top 10 products by revenue",
  "revenue per country = ?",
  "customers whose name is O'Brien",
  "orders > 100 euros",
  "Welche Kunden haben am meisten bestellt?",
  "Zeige alle Kunden aus Berlin",
  "¿Cuántos pedidos hay?",
  "select los diez mejores clientes por ventas",
  "どの顧客が一番多く注文しましたか",
  "كم عدد الطلبات؟",
  "combien de clients ?",
  "which customers bought x; and which bought y",
  "SELECT the customers please?",
  "SELECT FROM WHERE ？",
  "(which customers are new)",
];

const statements = [
  "SELECT 1",
  "select * from shop.orders",
  "TABLE shop.orders",
  "show server_version",
  "EXPLAIN SELECT 1",
  "VALUES (1)",
  "WITH a AS (SELECT 1) SELECT * FROM a",
  "DELETE FROM orders",
  "DROP TABLE orders",
  "drop table orders please",
  "insert into orders values (1",
  "update orders set total = 0 whre id = 1",
  "create table x (",
  "",
  "   ",
  "-- nothing",
  "SELECT * FORM orders",
  "select id, from orders",
  "select name from customers where",
  "SELECT name FROM customers ORDER total DESC",
  "select count(* from orders",
  "SELECT * FROM orders WHERE id = ?",
  "select * from orders where id in (?, ?)",
  "select id from orders limit ?",
  "SELECT a.b FROM c JOIN d ON a.id = d.id GROUP",
  "with x as (select 1) selct * from x",
  "TABLE orders WHERE id = 1",
  "explain analyse select from",
  "SELECT 1; SELECT 2",
  "SELECT 1 FROM",
  "\\d orders",
  "\\dt+",
  "describe orders",
  "DESC shop.orders",
  "show full tables like 'x'",
  "-- all of them\n/* really */ (SELECT * FORM orders)",
  `SELECT '${"x".repeat(20_000)}' FROM`,
];

test.each(questions)("takes %j for a question", async (text) => {
  expect(await isQuestion(text)).toBe(true);
});

test.each(statements.map((text) => [text.slice(0, 60), text]))("takes %j for SQL", async (_, text) => {
  expect(await isQuestion(text)).toBe(false);
});

test("looks at a giant text in no more than a moment's work", async () => {
  const texts = [
    "select ".repeat(100_000),
    `show ${" ".repeat(500_000)}?`,
    `what ${"= ? ".repeat(200_000)}`,
    `select a = ?${" ".repeat(3900)}x?`,
  ];
  for (const text of texts) expect(typeof (await isQuestion(text))).toBe("boolean");
});
