import { PGlite } from "@electric-sql/pglite";
import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Embedder } from "../../src/ai/embedder.ts";
import { localEmbedder } from "../../src/ai/local-embedder.ts";
import type { Read } from "../../src/catalog/read.ts";
import type { RequestContext } from "../../src/context.ts";
import type { Statement } from "../../src/db/statement.ts";
import { completePolicy } from "../../src/tenants/policy.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { importBundled } from "../../scripts/import-bundled.ts";
import { pgliteRead } from "./pglite-read.ts";

// The Postgres of the other tests has neither extension; this one runs in this process.
const database = new PGlite({ extensions: { vector, pg_textsearch } });
const sent: { statement: Statement; parameters: readonly unknown[] }[] = [];
const runRead = pgliteRead(database);
const read: Read = (statement, parameters, maxRows) => {
  sent.push({ statement, parameters });
  return runRead(statement, parameters, maxRows);
};

const articles = [
  ["Returns", "You may return any unused item within 30 days. Print the label and hand the parcel to the carrier."],
  ["Warranty", "Copper and cast iron cookware carries a ten year warranty against cracks and loose handles."],
  ["Shipping", "Orders paid before noon leave the same day. Delivery takes two days in Germany."],
  ["Copper care", "Rub dark spots on copper with half a lemon and coarse salt, then rinse and dry."],
] as const;

let similaritySearch: Tool;

beforeAll(async () => {
  ({ similaritySearch } = await importBundled<{ similaritySearch: Tool }>(
    `export * from "./src/tools/similarity-search.ts";`,
    "run",
  ));
  const { vectors } = await localEmbedder.embed(
    articles.map((texts) => texts.join("\n")),
    "document",
  );
  const rows = articles.map(
    ([title, body], index) => `(${String(index + 1)}, '${title}', '${body}', '[${String(vectors[index])}]')`,
  );
  await database.exec(`
    CREATE SCHEMA "Ext ras";
    CREATE EXTENSION vector SCHEMA "Ext ras";
    CREATE EXTENSION pg_textsearch SCHEMA "Ext ras";
    SET search_path = public, "Ext ras";
    CREATE DOMAIN meaning AS vector(512);
    CREATE TABLE articles (id int PRIMARY KEY, title text, body text, embedding vector(512));
    INSERT INTO articles VALUES ${rows.join(", ")};
    CREATE TABLE indexed (LIKE articles INCLUDING ALL);
    INSERT INTO indexed TABLE articles;
    CREATE INDEX ON indexed USING hnsw (embedding vector_cosine_ops);
    CREATE INDEX "an ""odd"".index" ON indexed USING bm25 (body) WITH (text_config = 'english');
    CREATE TABLE halves AS SELECT id, title, embedding::halfvec(512) AS title_embedding, body, embedding AS body_vector FROM articles;
    ALTER TABLE halves ALTER body_vector TYPE vector(512);
    CREATE TABLE of_domain AS SELECT id, body, embedding::meaning AS embedding FROM articles;
    CREATE INDEX ON halves USING hnsw (title_embedding halfvec_l2_ops);
    CREATE INDEX ON halves USING ivfflat (body_vector vector_ip_ops) WITH (lists = 1);
    CREATE TABLE anything (id int PRIMARY KEY, body text, embedding vector);
    INSERT INTO anything SELECT id, body, embedding FROM articles;
    INSERT INTO anything VALUES (9, 'copper of few dimensions', '[1,2,3]'), (10, 'copper without', NULL);
    CREATE TABLE mismatched (id int PRIMARY KEY, body text, embedding vector(3));
    INSERT INTO mismatched VALUES (1, 'copper', '[1,2,3]');
    CREATE TABLE vectors_only (id int PRIMARY KEY, embedding vector(3));
    CREATE TABLE both_lengths (id int PRIMARY KEY, body text, old_embedding vector(3), embedding vector(512));
    INSERT INTO both_lengths SELECT id, body, '[1,2,3]', embedding FROM articles;
    -- Anybody may call a type by this name.
    CREATE SCHEMA impostor;
    CREATE DOMAIN impostor.halfvec AS text;
    CREATE TABLE impostor.fakes (id int PRIMARY KEY, body text, embedding impostor.halfvec);
    INSERT INTO impostor.fakes VALUES (1, 'copper', 'not a vector');
    ANALYZE;
  `);
}, 120_000);

afterAll(() => database.close());

async function search(args: object, embedder: Embedder | Error = localEmbedder) {
  const context = {
    tenant: { policy: completePolicy({}) },
    database: () => ({ connection: { id: "main", database: "vectors" }, read }),
    models: { embedder: () => (embedder instanceof Error ? Promise.reject(embedder) : Promise.resolve(embedder)) },
  } as unknown as RequestContext;
  sent.length = 0;
  const { structured } = await similaritySearch.run(context, { query_text: "copper warranty", ...args });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of whatever came back
  return structured as any;
}

/** How the server would run the statement that found the rows, on a table too large to read through. */
async function planOf(): Promise<string> {
  const { statement, parameters } = sent.at(-1) ?? { statement: { text: "" }, parameters: [] };
  await database.exec("SET enable_seqscan = off; SET enable_sort = off");
  const { rows } = await database.query<Record<string, string>>(`EXPLAIN (COSTS off) ${statement.text}`, [
    ...parameters,
  ]);
  await database.exec("RESET enable_seqscan; RESET enable_sort");
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test("searches pgvector and BM25 through their indexes", async () => {
  const { legs, hits, notes } = await search({ table_name: "indexed" });
  expect(legs).toEqual([
    { kind: "vector", column: "embedding", method: "hnsw index", metric: "cosine", candidates: 4 },
    { kind: "keyword", column: "body", method: "bm25 index", candidates: 2 },
  ]);
  expect(hits[0]).toMatchObject({
    id: { id: 2 },
    scores: { vector: [{ rank: 1 }], keyword: [{ method: "bm25 index", rank: 1, score: expect.any(Number) }] },
  });
  expect(notes).toEqual([]);
  expect(sent).toHaveLength(2);
  const plan = await planOf();
  expect(plan).toContain("Index Scan using indexed_embedding_idx");
  expect(plan).toContain('Index Scan using "an ""odd"".index"');
});

test("searches two vector columns, each by its own index and metric", async () => {
  const { legs, hits } = await search({ table_name: "halves" });
  expect(legs.slice(0, 2)).toEqual([
    { kind: "vector", column: "title_embedding", method: "hnsw index", metric: "l2", candidates: 4 },
    { kind: "vector", column: "body_vector", method: "ivfflat index", metric: "inner_product", candidates: 4 },
  ]);
  expect(hits[0].scores.vector.map(({ column }: { column: string }) => column)).toEqual([
    "title_embedding",
    "body_vector",
  ]);
  // What is best in both counts as much as what is best by keyword: titles 0.3, bodies 0.7.
  expect(hits[0].scores.fused).toBeCloseTo(0.3 / 61 + 0.7 / 61 + 1 / 61, 5);
  const plan = await planOf();
  expect(plan).toContain("Index Scan using halves_title_embedding_idx");
  expect(plan).toContain("Index Scan using halves_body_vector_idx");
});

test.each([
  ["cosine", 2],
  ["l2", 2],
  ["inner_product", 2],
])("compares row by row by %s where no index serves it", async (metric, first) => {
  const { legs, hits } = await search({ table_name: "articles", distance_metric: metric });
  expect(legs[0]).toEqual({ kind: "vector", column: "embedding", method: "exact comparison", metric, candidates: 4 });
  expect(hits[0].id).toEqual({ id: first });
});

test("sees through a domain, with the dimensions that it carries", async () => {
  const { legs, hits } = await search({ table_name: "of_domain" });
  expect(legs[0]).toMatchObject({ kind: "vector", column: "embedding", candidates: 4 });
  expect(hits[0].text).toBe(articles[1][1]);
});

test("gives the distances that pgvector gives for arrays too", async () => {
  await database.exec(
    'SET search_path = public, "ext\'ras"; CREATE TABLE arrays AS SELECT id, title, body, embedding::real[] FROM articles',
  );
  for (const metric of ["cosine", "l2", "inner_product"]) {
    const [vectors, arrays] = await Promise.all([
      search({ table_name: "articles", distance_metric: metric, output_format: "ids_only" }),
      search({ table_name: "arrays", distance_metric: metric, output_format: "ids_only" }),
    ]);
    const distances = ({ hits }: { hits: { scores: { vector: { distance: number }[] } }[] }) =>
      hits.map(({ scores }) => scores.vector[0]?.distance ?? 0).toSorted((a, b) => a - b);
    for (const [index, distance] of distances(vectors).entries())
      expect(distances(arrays)[index]).toBeCloseTo(distance, 4);
  }
});

test("leaves out vectors of other dimensions where the column takes any", async () => {
  const { legs, hits } = await search({ table_name: "anything" });
  expect(legs[0]).toMatchObject({ column: "embedding", candidates: 4 });
  expect(hits.map(({ id }: { id: { id: number } }) => id.id)).toEqual(expect.arrayContaining([9, 10]));
});

test("searches by keyword when no column has the model's dimensions, and says what to do", async () => {
  const { legs, hits, notes } = await search({ table_name: "mismatched" });
  expect(legs).toMatchObject([{ kind: "keyword" }]);
  expect(hits).toHaveLength(1);
  expect(notes).toEqual([
    "The vectors of local hashed-ngrams-512 have 512 dimensions, but embedding has 3. Searched by keyword only.",
  ]);
  await expect(search({ table_name: "vectors_only" })).rejects.toMatchObject({
    code: "model_missing",
    message: "The vectors of local hashed-ngrams-512 have 512 dimensions, but embedding has 3.",
    details: { next: expect.stringContaining("operator") },
  });
  const some = await search({ table_name: "both_lengths" });
  expect(some.legs[0]).toMatchObject({ column: "embedding", candidates: 4 });
  expect(some.notes[0]).toMatch(/^old_embedding has 3 dimensions, the vectors of local hashed-ngrams-512 have 512/);
});

test("asks no model when it is known not to fit, and checks what one answers that does not say", async () => {
  let calls = 0;
  const embed: Embedder["embed"] = (texts) => {
    calls += 1;
    return Promise.resolve({ vectors: texts.map(() => [1, 2]), dimensions: 2 });
  };
  const known = { provider: "test", model: "two", dimensions: 2, embed };
  expect((await search({ table_name: "mismatched" }, known)).notes[0]).toContain("test two have 2 dimensions");
  expect(calls).toBe(0);
  const unknown = { provider: "test", model: "two", embed };
  expect((await search({ table_name: "mismatched" }, unknown)).notes[0]).toContain("test two have 2 dimensions");
  expect(calls).toBe(1);
});

test("takes no type for pgvector's by its name alone", async () => {
  const { legs, hits } = await search({ table_name: "impostor.fakes" });
  expect(legs).toMatchObject([{ kind: "keyword" }]);
  expect(hits).toHaveLength(1);
});

test("falls back behind a BM25 index too", async () => {
  const { legs, hits } = await search({ table_name: "indexed", query_text: "the and with", top_n: 2 });
  expect(legs.slice(1)).toMatchObject([
    { method: "bm25 index", candidates: 0 },
    { method: "bm25", candidates: expect.any(Number) },
  ]);
  expect(hits.length).toBeGreaterThan(0);
});
