import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { fenced, fencedRows } from "../support/fenced-table.ts";
import { importBundled } from "../../scripts/import-bundled.ts";
import { pgliteRead } from "./pglite-read.ts";

// The Postgres of the other tests has no pgvector; this one runs in this process.
const database = new PGlite({ extensions: { vector } });
const read = pgliteRead(database);

let getSchemaInfo: Tool;

beforeAll(async () => {
  ({ getSchemaInfo } = await importBundled<{ getSchemaInfo: Tool }>(
    `export * from "./src/tools/get-schema-info.ts";`,
    "run",
  ));
  await database.exec(`
    CREATE EXTENSION vector;
    CREATE DOMAIN sentence AS vector(3);
    CREATE TABLE articles (id int PRIMARY KEY, title text, title_embedding vector(384), body_embedding halfvec(768));
    CREATE INDEX ON articles USING hnsw (title_embedding vector_cosine_ops);
    CREATE TABLE notes (id int, words sparsevec(1000), anything vector, meaning sentence);
    CREATE TABLE plain (id int);
    -- A table makes a type of its own name; this one has nothing to do with pgvector's.
    CREATE SCHEMA other;
    CREATE TABLE other.vector (id int);
    CREATE TABLE other.holder (id int, one other.vector);
  `);
});

afterAll(() => database.close());

async function schemaInfo(args: object) {
  const context = {
    tenant: { policy: completePolicy({}) },
    database: () => ({ connection: { id: "main", database: "vectors" }, read }),
  } as unknown as RequestContext;
  const { text, structured } = await getSchemaInfo.run(context, args);
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever came back
  return { text, structured: structured as any };
}

test("tells the vectors among the columns and their dimensions", async () => {
  const { text } = await schemaInfo({ schema_name: "public" });
  const vectors = fencedRows(text).map((row) => [
    row["column"],
    row["data_type"],
    row["is_vector"],
    row["vector_dims"],
  ]);
  expect(vectors).toEqual([
    ["id", "integer", "", "0"],
    ["title", "text", "", "0"],
    ["title_embedding", "public.vector(384)", "true", "384"],
    ["body_embedding", "public.halfvec(768)", "true", "768"],
    ["id", "integer", "", "0"],
    ["words", "public.sparsevec(1000)", "true", "1000"],
    ["anything", "public.vector", "true", "0"],
    ["meaning", "public.sentence", "true", "3"],
    ["id", "integer", "", "0"],
  ]);
});

test("keeps only the tables with vectors when asked to", async () => {
  const { structured } = await schemaInfo({ vector_tables_only: true });
  expect(structured.tables.map(({ name }: { name: string }) => name)).toEqual(["articles", "notes"]);
  expect(structured.tables[0].columns[2]).toEqual({
    name: "title_embedding",
    type: "public.vector(384)",
    nullable: true,
    isIndexed: true,
    vectorDimensions: 384,
  });
  expect((await schemaInfo({ vector_tables_only: true, schema_name: "other" })).structured.tables).toEqual([]);
});

test("names the tables with vectors in a summary, also behind the first of their schema", async () => {
  await database.exec(`
    CREATE SCHEMA many;
    ${Array.from({ length: 9 }, (_, at) => `CREATE TABLE many.a${String(at)} (id int);`).join("")}
    CREATE TABLE many.z (embedding vector(2));
  `);
  const { text, structured } = await schemaInfo({});
  expect(structured.summary).toMatchObject({
    tableCount: 15,
    schemaCount: 3,
    vectorTables: ["many.z", "public.articles", "public.notes"],
  });
  expect(fenced(text)).toContain("many (10): a0, a1, a2, a3, a4 (+5 more)\n");
  expect(fenced(text)).toContain("\nVector-enabled: many.z, public.articles, public.notes");
});
