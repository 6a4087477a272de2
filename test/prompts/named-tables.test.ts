import { expect, test } from "vitest";
import { namesInProse, namesInSql } from "../../src/prompts/named-tables.ts";

test("reads names in SQL as Postgres does", () => {
  expect(namesInSql('SELECT o.id FROM Shop.Orders o JOIN "Odd ""Name" USING (id)')).toEqual(
    expect.arrayContaining(["shop.orders", 'Odd "Name', "o.id"]),
  );
  expect(namesInSql("TABLE shop . orders")).toContain("shop.orders");
  expect(namesInSql("SELECT * FROM db.shop.orders")).toContain("shop.orders");
  expect(namesInSql("SELECT 1")).toEqual(["select"]);
});

test("does not take ORDER BY for a table of orders", () => {
  expect(namesInSql("SELECT 1 ORDER BY 1")).not.toContain("orders");
});

test("reads words of prose in singular and plural, and two words as one name", () => {
  const names = namesInProse("A customer's support tickets, by category; shop.orders");
  expect(names).toEqual(
    expect.arrayContaining(["customers", "support_tickets", "categories", "shop.orders", "ticket"]),
  );
});

test("stays short whatever the text", () => {
  const text = Array.from({ length: 5000 }, (_, index) => `word${String(index)}`).join(" ");
  expect(namesInProse(text)).toHaveLength(500);
  expect(namesInSql(text)).toHaveLength(500);
});
