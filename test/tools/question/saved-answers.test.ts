import fc from "fast-check";
import { expect, test } from "vitest";
import { findSaved, nearestSaved } from "../../../src/tools/question/saved-answers.ts";

const saved = (question: string, sql = "SELECT 1") => ({
  id: question,
  question,
  sql,
  connection: "main",
  createdAt: "2026-01-01T00:00:00.000Z",
});

test.each([
  ["How many orders?", "how  MANY orders"],
  ["How many orders?", "«How many, orders!»"],
  ["¿Cuántos pedidos?", "cuántos pedidos"],
  ["Ｈow many orders", "How many orders."],
])("takes %j and %j for the same question", (one, other) => {
  expect(findSaved([saved(one)], other)?.question).toBe(one);
});

test.each([
  ["orders > 5", "orders < 5"],
  ["orders over 1.5", "orders over 15"],
  ["orders at 10:30", "orders at 1030"],
  ["profit of -5", "profit of 5"],
  ["orders today", "orders to day"],
])("keeps %j and %j apart", (one, other) => {
  expect(findSaved([saved(one)], other)).toBeUndefined();
});

test("finds every question by itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (question) => {
      expect(findSaved([saved(question)], ` ${question}\n?`)?.question).toBe(question);
    }),
  );
});

test("gives the nearest first, no more than three, and none that does not fit", () => {
  const all = [
    saved("orders by country"),
    saved("weather"),
    saved("orders by country and month", "SELECT 2"),
    saved("orders", "x".repeat(1000)),
    saved("orders by customer"),
  ];
  const questions = nearestSaved(all, "How many orders by country and month are there?", 100).map(({ sql }) => sql);
  expect(questions[0]).toBe("SELECT 2");
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(questions).not.toContain("x".repeat(1000));
  expect(nearestSaved(all, "weather", 1)).toEqual([]);
  expect(nearestSaved([], "weather", 1000)).toEqual([]);
});
