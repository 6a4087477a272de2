import { expect, test } from "vitest";
import { nearestNames } from "../../src/catalog/nearest-names.ts";

const known = ["shop.orders", "shop.order_items", "shop.customers", "products", "customer_id", '"Mixed Case"'];

test.each([
  ["ordrs", ["shop.orders"]],
  ["shop.ordesr", ["shop.orders"]],
  ["public.customers", ["shop.customers", "customer_id"]],
  ["customer", ["customer_id", "shop.customers"]],
  ["PRODUCTS", ["products"]],
  ["zebra", []],
  ["", []],
])("suggests for %s", (wanted, expected) => {
  expect(new Set(nearestNames(wanted, known))).toEqual(new Set(expected));
});
