import { beforeAll, expect, test } from "vitest";
import { call, createCaller, type Reply } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function readTable(name: string, caller = token): Promise<Reply["json"]> {
  const { json } = await call(caller, "resources/read", { uri: `postgres:///shop/${name}` });
  return JSON.parse(json.result.contents[0].text);
}

test("lists every table and view beside the fixed resources, sorted by URI", async () => {
  const { resources } = (await call(token, "resources/list")).json.result;
  const uris = resources.map(({ uri }: { uri: string }) => uri);
  expect(uris).toEqual(uris.toSorted());
  expect(uris).toEqual(expect.arrayContaining(["pg://settings", "pg://system_info", "postgres:///shop/orders"]));
  expect(uris).not.toContain("postgres:///shop/orders_2024");
  expect(resources).toHaveLength(15);
  expect(resources[uris.indexOf("postgres:///shop/customer_value")]).toEqual({
    uri: "postgres:///shop/customer_value",
    name: "shop-customer_value",
    title: "shop.customer_value",
    description: "VIEW: Orders and revenue of each customer, without cancelled and returned orders",
    mimeType: "application/json",
  });
});

test("offers the template", async () => {
  const { resourceTemplates } = (await call(token, "resources/templates/list")).json.result;
  expect(resourceTemplates).toMatchObject([{ uriTemplate: "postgres:///{schema}/{table}", name: "table" }]);
});

test("tells all about a partitioned table", async () => {
  const { columns, ...document } = await readTable("orders");
  expect(document).toEqual({
    schema: "shop",
    name: "orders",
    type: "TABLE",
    comment: "One row for each order, partitioned by the year it was placed (UTC)",
    rowEstimate: 50000,
    sizeEstimateBytes: expect.any(Number),
    primaryKey: { name: "orders_pkey", columns: ["id", "placed_at"] },
    foreignKeys: [
      {
        name: "orders_customer_id_fkey",
        columns: ["customer_id"],
        references: { schema: "shop", table: "customers", columns: ["id"] },
      },
    ],
    referencedBy: [
      {
        name: "order_lines_order_id_placed_at_fkey",
        schema: "shop",
        table: "order_lines",
        columns: ["order_id", "placed_at"],
        referencedColumns: ["id", "placed_at"],
      },
    ],
    indexes: ["customer_id_idx", "pkey", "placed_at_idx"].map((suffix) => ({
      name: `orders_${suffix}`,
      definition: expect.stringMatching(/^CREATE (UNIQUE )?INDEX orders_\w+ ON ONLY shop\.orders USING btree \(/),
    })),
    partitionKey: "RANGE (placed_at)",
    partitionCount: 4,
    partitions: [2023, 2024, 2025, 2026].map((year) => ({
      schema: "shop",
      name: `orders_${String(year)}`,
      bounds: `FOR VALUES FROM ('${String(year)}-01-01 00:00:00+00') TO ('${String(year + 1)}-01-01 00:00:00+00')`,
    })),
  });
  expect(columns[2]).toEqual({
    name: "status",
    type: "shop.order_status",
    nullable: false,
    enumValues: ["pending", "paid", "shipped", "delivered", "returned", "cancelled"],
    statistics: {
      nullFraction: 0,
      distinctEstimate: 6,
      mostCommonValues: expect.arrayContaining([{ value: "delivered", frequency: expect.any(Number) }]),
    },
  });
  expect(columns[2].statistics.mostCommonValues).toHaveLength(5);
});

test("tells of unique keys, checks, defaults and of what refers to the table", async () => {
  const document = await readTable("products");
  expect(document).toMatchObject({
    uniqueKeys: [{ name: "products_sku_key", columns: ["sku"] }],
    checks: [{ name: "products_price_check", definition: "CHECK ((price > (0)::numeric))" }],
    foreignKeys: [{ columns: ["category_id"], references: { table: "categories" } }],
  });
  expect(document.referencedBy.map(({ table }: { table: string }) => table)).toEqual(["order_lines", "reviews"]);
  expect(document.columns[7]).toMatchObject({ name: "tags", type: "text[]", default: "'{}'::text[]" });
});

test("shows a partition with its place and the keys it shares", async () => {
  expect(await readTable("orders_2024")).toMatchObject({
    partitionOf: { schema: "shop", table: "orders", bounds: expect.stringMatching(/^FOR VALUES FROM \('2024/) },
    foreignKeys: [{ columns: ["customer_id"], references: { table: "customers" } }],
  });
});

test("gives no statistics of rows that a policy filters", async () => {
  const document = await readTable("support_tickets");
  expect(document.rowSecurity).toBe(true);
  expect(document.columns.filter((column: object) => "statistics" in column)).toEqual([]);
});

test("describes views", async () => {
  const { columns, ...document } = await readTable("customer_value");
  expect(document).toEqual({ schema: "shop", name: "customer_value", type: "VIEW", comment: expect.any(String) });
  expect(columns).toHaveLength(6);
});

test("knows nothing of what the policy hides", async () => {
  const strict = await createCaller({ policy: { deniedRelations: ["shop.customers", "order_lines"] } });
  const { json } = await call(strict.token, "resources/read", { uri: "postgres:///shop/customers" });
  expect(json.error).toMatchObject({ data: { code: "resource_not_found", uri: "postgres:///shop/customers" } });
  const orders = await readTable("orders", strict.token);
  expect(orders).not.toHaveProperty("foreignKeys");
  expect(orders).not.toHaveProperty("referencedBy");
  const { resources } = (await call(strict.token, "resources/list")).json.result;
  expect(JSON.stringify(resources)).not.toMatch(/shop\/(customers|order_lines)"/);
});

test("gives a token without the scope to read no resource", async () => {
  const writer = await createCaller({ token: { scopes: ["write"] } });
  expect((await call(writer.token, "resources/list")).json.result.resources).toEqual([]);
  const { json } = await call(writer.token, "resources/read", { uri: "pg://system_info" });
  expect(json.error.data.code).toBe("resource_not_found");
});

test.each([
  "postgres:///shop/nope",
  "postgres:///nope/orders",
  "postgres:///pg_catalog/pg_class",
  "postgres:///shop/%ff",
])("finds no %s", async (uri) => {
  const { json } = await call(token, "resources/read", { uri });
  expect(json.error).toMatchObject({ code: -32002, data: { code: "resource_not_found", uri } });
});

test("completes the schema, and the table within it", async () => {
  const complete = async (name: string, value: string, given: object = {}) => {
    const { json } = await call(token, "completion/complete", {
      ref: { type: "ref/resource", uri: "postgres:///{schema}/{table}" },
      argument: { name, value },
      context: { arguments: given },
    });
    return json.result.completion.values;
  };
  expect(await complete("schema", "sh")).toEqual(["shop"]);
  expect(await complete("table", "cust", { schema: "shop" })).toEqual(["customer_value", "customers"]);
  expect(await complete("table", "cust", { schema: "content" })).toEqual([]);
  expect(await complete("table", "cust")).toEqual([]);
});
