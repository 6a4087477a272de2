import { beforeAll, expect, test } from "vitest";
import { completeColumnName, completeSchemaName, completeTableName } from "../../src/catalog/complete-names.ts";
import type { Read } from "../../src/catalog/read.ts";
import {
  completeColumn,
  completeConnection,
  completeFrom,
  completeTable,
} from "../../src/prompts/complete-arguments.ts";
import { createContext } from "../prompts/prompt-context.ts";
import { createDatabase, SLOW } from "../prompts/scratch-database.ts";

const all = { deniedRelations: [] };
let shop: Read;
let odd: Read;

beforeAll(async () => {
  shop = (await createContext()).database().read;
  const { readerUrl } = await createDatabase((reader) => [
    "CREATE SCHEMA app",
    'CREATE TABLE app."100% Odd_Name" (id int, "a b" text, secret text)',
    "CREATE TABLE app.oddity (id int)",
    "CREATE TABLE app.xodd (id int)",
    "CREATE TABLE app.hidden (id int)",
    "CREATE SCHEMA pgboss CREATE TABLE job (id int)",
    "CREATE SCHEMA closed CREATE TABLE t (id int)",
    "CREATE SCHEMA wide",
    "DO $$ BEGIN FOR i IN 1..150 LOOP EXECUTE format('CREATE TABLE wide.t%s (id int)', i); END LOOP; END $$",
    `GRANT USAGE ON SCHEMA app, pgboss, wide TO ${reader}`,
    `GRANT SELECT ON app.oddity, app.xodd, pgboss.job TO ${reader}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA wide TO ${reader}`,
    `GRANT SELECT (id, "a b") ON app."100% Odd_Name" TO ${reader}`,
    `GRANT SELECT ON closed.t TO ${reader}`,
  ]);
  odd = (await createContext({ url: readerUrl })).database().read;
}, SLOW);

test("names the schemas in which there is something to read", async () => {
  expect(await completeSchemaName(shop, all, "")).toEqual(["content", "shop"]);
  expect(await completeSchemaName(shop, all, "SH")).toEqual(["shop"]);
  expect(await completeSchemaName(odd, all, "")).toEqual(["app", "pgboss", "wide"]);
});

test("gives names that begin with what was typed before those that contain it", async () => {
  expect(await completeTableName(odd, all, "odd", "app")).toEqual(["oddity", "100% Odd_Name", "xodd"]);
  expect(await completeTableName(shop, all, "order", "shop")).toEqual(["order_lines", "orders"]);
  expect(await completeTableName(shop, all, "s.", "shop")).toEqual([]);
});

test("writes tables with their schema, quoted, when no schema is given, and finds them by either part", async () => {
  expect(await completeTableName(odd, all, "odd")).toEqual(["app.oddity", 'app."100% Odd_Name"', "app.xodd"]);
  expect(await completeTableName(odd, all, 'app."100')).toEqual(['app."100% Odd_Name"']);
  expect(await completeTableName(odd, all, "app.100")).toEqual(['app."100% Odd_Name"']);
});

test.each([
  ["%", ["100% Odd_Name"]],
  ["_", ["100% Odd_Name"]],
  ["0%", ["100% Odd_Name"]],
  ["%odd", []],
  ["o_d", []],
  ["\\", []],
  ["' OR true --", []],
])("takes %s literally", async (typed, names) => {
  expect(await completeTableName(odd, all, typed, "app")).toEqual(names);
});

test("names only columns that may be read, of a table in any spelling", async () => {
  for (const table of ['app."100% Odd_Name"', "app.100% Odd_Name", '"100% Odd_Name"', "APP.100% ODD_NAME"]) {
    expect(await completeColumnName(odd, all, "", table)).toEqual(["a b", "id"]);
  }
  expect(await completeColumnName(shop, all, "placed", "orders", "shop")).toEqual(["placed_at"]);
  expect(await completeColumnName(shop, all, "", "nope")).toEqual([]);
});

test("names a hundred and one more, which tells that there are more", async () => {
  const names = await completeTableName(odd, all, "t", "wide");
  expect(names).toHaveLength(101);
  expect(names[0]).toBe("t1");
});

test("keeps to the tenant's schemas and away from its denied relations", async () => {
  const content = { allowedSchemas: ["content"], deniedRelations: [] };
  expect(await completeSchemaName(shop, content, "")).toEqual(["content"]);
  expect(await completeTableName(shop, content, "")).toEqual(["content.authors", "content.documents"]);
  expect(await completeColumnName(shop, content, "", "shop.orders")).toEqual([]);
  const denied = { deniedRelations: ["orders", "shop.customers", "content.*"] };
  expect(await completeSchemaName(shop, denied, "")).toEqual(["shop"]);
  const tables = await completeTableName(shop, denied, "", "shop");
  expect(tables).toContain("order_lines");
  expect(tables).not.toContain("orders");
  expect(tables).not.toContain("customers");
  expect(await completeColumnName(shop, denied, "", "orders")).toEqual([]);
});

test("completes arguments from those already given", async () => {
  const context = await createContext();
  expect(await completeTable(context, "doc", {})).toEqual(["content.documents"]);
  expect(await completeTable(context, "doc", { schema: "content", connection: "main" })).toEqual(["documents"]);
  expect(await completeColumn(context, "tit", { table: "content.documents" })).toEqual(["title"]);
  expect(await completeColumn(context, "", {})).toEqual([]);
  expect(await completeConnection(context, "M", {})).toEqual(["main"]);
  expect(await completeFrom(["oltp", "olap", "hybrid"])(context, "OL", {})).toEqual(["oltp", "olap"]);
  await expect(completeTable(context, "", { connection: "nope" })).rejects.toMatchObject({
    code: "connection_missing",
  });
});
