import { expect, test } from "vitest";
import { questionStems, stemsOf } from "../../src/search/word-stems.ts";

test.each([
  ["orders", "ordered"],
  ["category", "categories"],
  ["shipped", "shipping"],
  ["cancelled", "cancel"],
  ["price", "prices"],
  ["address", "addresses"],
  ["tax", "taxes"],
  ["sales", "sale"],
])("takes %s and %s for the same word", (one, other) => {
  expect(stemsOf(one)).toEqual(stemsOf(other));
});

test.each([
  ["status", "state"],
  ["user", "use"],
  ["bus", "bu"],
  ["ring", "r"],
])("keeps %s and %s apart", (one, other) => {
  expect(stemsOf(one)).not.toEqual(stemsOf(other));
});

test("parts names at underscores, capitals and marks", () => {
  expect(stemsOf("orderLines order_lines OrderLines2 order-lines")).toEqual([
    ...["order", "lin"],
    ...["order", "lin"],
    ...["order", "lines2"],
    ...["order", "lin"],
  ]);
});

test("leaves the words out that every question has, unless there are no others", () => {
  expect(questionStems("How many of the orders did we get last year?")).toEqual(["order", "year"]);
  expect(questionStems("What is in OrderLines?")).toEqual(["order", "lin"]);
  expect(questionStems("How many?")).toEqual(["how", "many"]);
  expect(questionStems("Wie viele Kunden?")).toEqual(["wie", "viel", "kunden"]);
});
