import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { fenced, fencedRows } from "../support/fenced-table.ts";
import { call, createCaller, type Reply } from "../support/worker.ts";

let token = "";

beforeAll(async () => {
  ({ token } = await createCaller());
});

async function schemaInfo(args: object, caller = token): Promise<Reply["json"]> {
  return (await call(caller, "tools/call", { name: "get_schema_info", arguments: args })).json.result;
}

async function roundTrips(): Promise<number> {
  const { sqlRequests } = await (await fetch(`http://${env.LOCAL_PROXY}/stats`)).json<{ sqlRequests: number }>();
  return sqlRequests;
}

interface Named {
  readonly schema: string;
  readonly name: string;
}
const namesOf = (result: Reply["json"]): readonly string[] =>
  result.structuredContent.tables.map(({ schema, name }: Named) => `${schema}.${name}`);

test("summarises more than ten tables when nothing is asked for", async () => {
  const { content, structuredContent } = await schemaInfo({});
  expect(structuredContent).toEqual({
    database: "shop",
    tables: [],
    summary: {
      tableCount: 11,
      schemaCount: 2,
      schemas: [
        { name: "content", tableCount: 2, firstTables: ["authors", "documents"] },
        {
          name: "shop",
          tableCount: 9,
          firstTables: ["categories", "customer_value", "customers", "monthly_sales", "order_lines"],
        },
      ],
      vectorTables: [],
    },
    truncated: false,
  });
  expect(content[0].text).toMatch(/^Database: main \(shop\)\nFound 11 tables across 2 schemas\.\n/);
  expect(fenced(content[0].text)).toBe(
    "content (2): authors, documents\n" +
      "shop (9): categories, customer_value, customers, monthly_sales, order_lines (+4 more)",
  );
  expect(content[0].text).toContain("\nNext: call get_schema_info with schema_name");
});

test("gives a row for each column, with keys, references, comments and enum values", async () => {
  const { content } = await schemaInfo({ schema_name: "shop" });
  expect(content[0].text).toMatch(/^Database: main \(shop\)\n9 tables, 62 columns\n/);
  const rows = fencedRows(content[0].text);
  const row = (table: string, column: string) =>
    rows.find((cells) => cells["table"] === table && cells["column"] === column);
  expect(row("orders", "id")).toEqual({
    table: "orders",
    type: "TABLE",
    table_desc: "One row for each order, partitioned by the year it was placed (UTC)",
    column: "id",
    data_type: "bigint",
    nullable: "NO",
    col_desc: "Starts above 2^53: read it as text, not as a floating point number",
    is_pk: "true",
    is_unique: "",
    fk_ref: "",
    is_indexed: "true",
    default: "",
    row_estimate: "50000",
    partitions: "4",
    enum_values: "",
  });
  expect(row("orders", "customer_id")).toMatchObject({ fk_ref: "shop.customers.id", is_indexed: "true" });
  expect(row("orders", "status")?.["enum_values"]).toBe(
    '["pending","paid","shipped","delivered","returned","cancelled"]',
  );
  // The key to a partitioned table is in the catalogue five times.
  expect(row("order_lines", "order_id")?.["fk_ref"]).toBe("shop.orders.id");
  expect(row("customers", "email")).toMatchObject({ is_unique: "true", is_pk: "" });
  expect(row("support_tickets", "priority")?.["default"]).toBe("3");
  expect(row("customer_value", "orders")).toMatchObject({ type: "VIEW", nullable: "YES" });
  expect(row("monthly_sales", "month")).toMatchObject({ type: "MATERIALIZED VIEW", is_indexed: "true" });
});

test("leaves out of the text what is the same in every row and says so", async () => {
  const { content } = await schemaInfo({ schema_name: "shop", table_name: "categories" });
  expect(fenced(content[0].text)).toBe(
    [
      "table\tcolumn\tdata_type\tnullable\tcol_desc\tis_pk\tis_unique\tfk_ref\tis_indexed",
      "categories\tid\tinteger\tNO\t\ttrue\ttrue\t\ttrue",
      "categories\tparent_id\tinteger\tYES\tThe category above; NULL for a top-level category\t\t\tshop.categories.id\t",
      "categories\tname\ttext\tNO\t\t\ttrue\t\ttrue",
      "The same in every row: schema=shop; type=TABLE; table_desc=Product categories, two levels deep; row_estimate=12",
      "Empty or 0 in every row: identity, default, is_vector, vector_dims, partitions, generated, enum_values",
    ].join("\n"),
  );
});

test("gives the same as structure, without what is false or unknown", async () => {
  const { structuredContent } = await schemaInfo({ schema_name: "shop", table_name: "categories" });
  expect(structuredContent).toEqual({
    database: "shop",
    tables: [
      {
        schema: "shop",
        name: "categories",
        type: "TABLE",
        comment: "Product categories, two levels deep",
        rowEstimate: 12,
        columns: [
          { name: "id", type: "integer", nullable: false, isPrimaryKey: true, isUnique: true, isIndexed: true },
          {
            name: "parent_id",
            type: "integer",
            nullable: true,
            comment: "The category above; NULL for a top-level category",
            references: ["shop.categories.id"],
          },
          { name: "name", type: "text", nullable: false, isUnique: true, isIndexed: true },
        ],
      },
    ],
    truncated: false,
  });
});

test("counts partitions with their table and shows one only when asked for by name", async () => {
  const all = namesOf(await schemaInfo({ schema_name: "shop" }));
  expect(all).toContain("shop.orders");
  expect(all.filter((name) => name.startsWith("shop.orders_2"))).toEqual([]);
  const { structuredContent } = await schemaInfo({ schema_name: "shop", table_name: "orders_2024" });
  expect(structuredContent.tables).toMatchObject([{ name: "orders_2024", comment: "Orders placed in 2024" }]);
  expect(structuredContent.tables[0].columns[1].references).toEqual(["shop.customers.id"]);
});

test("gives one row for each table when compact", async () => {
  const { content, structuredContent } = await schemaInfo({ compact: true });
  expect(structuredContent.tables).toHaveLength(11);
  expect(structuredContent.tables[0]).toEqual({
    schema: "content",
    name: "authors",
    type: "TABLE",
    comment: "Who writes the documents",
    rowEstimate: 3,
  });
  expect(fencedRows(content[0].text)[7]).toEqual({
    schema: "shop",
    table: "orders",
    type: "TABLE",
    table_desc: "One row for each order, partitioned by the year it was placed (UTC)",
    row_estimate: "50000",
    partitions: "4",
  });
  const one = await schemaInfo({ compact: true, schema_name: "shop", table_name: "orders" });
  expect(one.structuredContent.tables[0].columns).toHaveLength(8);
});

test("makes one round trip", async () => {
  const before = await roundTrips();
  await schemaInfo({ schema_name: "shop" });
  expect(await roundTrips()).toBe(before + 1);
});

test("asks for the schema of a table", async () => {
  const result = await schemaInfo({ table_name: "orders" });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({
    code: "invalid_arguments",
    message: "table_name requires schema_name to be specified.",
  });
  expect(
    (await schemaInfo({ schema_name: "", table_name: "", connection: "main" })).structuredContent.summary,
  ).toBeDefined();
});

test("explains an empty answer and names what was meant", async () => {
  const table = await schemaInfo({ schema_name: "shop", table_name: "ordres" });
  expect(table.isError).toBeUndefined();
  expect(table.structuredContent).toEqual({ database: "shop", tables: [], truncated: false });
  expect(table.content[0].text).toMatch(/^No tables found\.\nConnection: main \(database shop\)\nWhy: .+\nNext: call/);
  expect(fenced(table.content[0].text)).toBe("Similar names: orders");
  expect(fenced((await schemaInfo({ schema_name: "shpo" })).content[0].text)).toBe("Similar names: shop");
  const vectors = await schemaInfo({ vector_tables_only: true });
  expect(vectors.content[0].text).toContain("no table with a vector column");
});

test("hides what the policy hides, in references too", async () => {
  const narrow = await createCaller({ policy: { allowedSchemas: ["content"] } });
  expect(namesOf(await schemaInfo({}, narrow.token))).toEqual(["content.authors", "content.documents"]);
  expect((await schemaInfo({ schema_name: "shop" }, narrow.token)).structuredContent.tables).toEqual([]);

  const denied = ["content.*", "customers", "shop.products"];
  const strict = await createCaller({ policy: { deniedRelations: denied } });
  const result = await schemaInfo({}, strict.token);
  expect(namesOf(result)).toEqual(
    ["categories", "customer_value", "monthly_sales", "order_lines", "orders", "reviews", "support_tickets"].map(
      (name) => `shop.${name}`,
    ),
  );
  expect(JSON.stringify(result)).not.toMatch(/shop\.(customers|products)\b/);
  const typo = await schemaInfo({ schema_name: "shop", table_name: "customer" }, strict.token);
  expect(JSON.stringify(typo)).not.toContain("customers");
});

test("ends after a whole table when the bytes are used up, and says how to go on", async () => {
  const small = await createCaller({ policy: { maxBytes: 4000 } });
  const { content, structuredContent } = await schemaInfo({ schema_name: "shop" }, small.token);
  expect(structuredContent.truncated).toBe(true);
  expect(namesOf({ structuredContent })).toEqual(
    ["categories", "customer_value", "customers", "monthly_sales", "order_lines"].map((name) => `shop.${name}`),
  );
  expect(content[0].text).toMatch(
    /^Database: main \(shop\)\n5 tables, 30 columns of 9 tables, more available: narrow with schema_name and table_name, or set compact\n/,
  );
  expect(fencedRows(content[0].text)).toHaveLength(30);
  expect(content[0].text.length).toBeLessThan(4000);
});

test("cuts long comments at the tenant's limit and says so", async () => {
  const small = await createCaller({ policy: { maxCellCharacters: 20 } });
  const { structuredContent } = await schemaInfo({ schema_name: "shop", table_name: "orders" }, small.token);
  expect(structuredContent.tables[0].comment).toBe("One row for each ord… [cut: 20 of 67 characters]");
  expect(structuredContent.tables[0].columns[5].comment).toBe("Sum of the order lin… [cut: 20 of 48 characters]");
});

test("looks at the connection that is named", async () => {
  expect((await schemaInfo({ connection: "main", schema_name: "content" })).structuredContent.tables).toHaveLength(2);
  expect((await schemaInfo({ connection: "nope" })).structuredContent).toMatchObject({ code: "connection_missing" });
});
