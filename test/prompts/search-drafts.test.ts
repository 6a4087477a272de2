import { expect, test } from "vitest";
import type { ColumnFacts, IndexFacts, RelationFacts } from "../../src/catalog/overview-facts.ts";
import type { Facts } from "../../src/prompts/read-facts.ts";
import { searchChanges, vectorStateOf } from "../../src/prompts/search-changes.ts";
import { vectorDrafts, wordDrafts } from "../../src/prompts/search-drafts.ts";
import { searchSteps } from "../../src/prompts/search-steps.ts";
import { guard } from "../../src/sql/guard.ts";
import { parse } from "../../src/sql/parser.ts";

// The test server has no pgvector, so these begin with facts as its catalogue would give them.
const column = (name: string, type: string, more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  name,
  type,
  kind: type.replace(/\(.*/, ""),
  category: type === "text" ? "S" : "U",
  enum: false,
  nullable: false,
  comment: null,
  filled: null,
  unique: false,
  indexed: false,
  width: type === "text" ? 300 : 8,
  distinct: null,
  ...more,
});

const index = (method: string, expression: string, operators: string): IndexFacts => ({
  name: "an_index",
  definition: "CREATE INDEX an_index ...",
  method,
  primary: false,
  unique: false,
  valid: true,
  expression,
  operators,
  scans: 0,
});

const pages: RelationFacts = {
  schema: "app",
  name: "app.pages",
  chunks: "app.pages_chunks",
  kind: "table",
  comment: null,
  rows: 50_000,
  bytes: 1,
  referrers: 0,
  partitions: null,
  partitionKey: null,
  locked: false,
  rowSecurity: false,
  asked: false,
  mentioned: false,
  key: ["id"],
  columns: [column("id", "bigint"), column("title", "text", { width: 20 }), column("body", "text")],
  columnCount: 3,
  foreignKeys: [],
  indexes: [],
  seqScans: 0,
  seqRows: 0,
  dead: 0,
  modified: 0,
  analyzedSecondsAgo: 0,
};
const embedded = { ...pages, columns: [...pages.columns, column("embedding", "vector(1536)")] };

const factsOf = (
  relation: RelationFacts,
  vector: { installed: string | null; onPath: boolean } | undefined,
): Facts => ({
  connection: undefined,
  schemas: [],
  relations: [relation],
  server: {
    version: "18.0",
    database: "db",
    role: "reader",
    textConfig: "pg_catalog.german",
    relations: 1,
    inScope: 1,
    schemas: 1,
    unreadable: false,
    extensions: vector === undefined ? null : [{ name: "vector", schema: "ext", ...vector }],
  },
});
const installed = { installed: "0.8.0", onPath: true };

test.each([
  ["vector_cosine_ops", "<=>"],
  ["vector_l2_ops", "<->"],
  ["vector_ip_ops", "<#>"],
  ["halfvec_l1_ops", "<+>"],
])("searches an index of %s by %s", (operators, operator) => {
  const relation = { ...embedded, indexes: [index("hnsw", "embedding", operators)] };
  const [nearest, neighbours] = vectorDrafts(factsOf(relation, installed));
  expect(nearest?.sql).toBe(
    `SELECT id, title, embedding ${operator} $1::vector(1536) AS distance FROM app.pages ORDER BY embedding ${operator} $1::vector(1536) LIMIT 10`,
  );
  expect(neighbours?.sql).toContain(`embedding ${operator} (SELECT embedding FROM app.pages WHERE id = $1)`);
});

test("names the operator's schema when the search path does not reach it", () => {
  const [nearest] = vectorDrafts(factsOf(embedded, { ...installed, onPath: false }));
  expect(nearest?.sql).toContain("embedding OPERATOR(ext.<=>) $1::vector(1536)");
});

test("uses a BM25 index and the server's language", () => {
  const relation = { ...pages, indexes: [index("bm25", "body", "text_bm25_ops")] };
  const [words, bm25] = wordDrafts(factsOf(relation, undefined));
  expect(words?.sql).toContain("plainto_tsquery('german', $1)");
  expect(bm25?.sql).toBe("SELECT id, title, body <@> $1 AS score FROM app.pages ORDER BY body <@> $1 LIMIT 10");
});

test("drafts a table for embeddings only where there is none and pgvector can be had", () => {
  const draft = (facts: Facts) =>
    searchChanges(facts)
      .map(({ sql }) => sql)
      .join("\n");
  const available = draft(factsOf(pages, { installed: null, onPath: false }));
  expect(available).toContain("CREATE EXTENSION vector;\nCREATE TABLE app.pages_chunks (\n  id bigint NOT NULL,");
  expect(available).toContain("FOREIGN KEY (id) REFERENCES app.pages ON DELETE CASCADE");
  expect(available).toContain("GRANT SELECT ON app.pages_chunks TO reader;");
  expect(draft(factsOf(pages, installed))).not.toContain("CREATE EXTENSION");
  expect(draft(factsOf(pages, undefined))).not.toContain("_chunks");
  expect(draft(factsOf(embedded, installed))).toContain("USING hnsw (embedding vector_cosine_ops);");
});

test("writes SQL that the guard passes and DDL that the grammar knows", async () => {
  const facts = factsOf(
    { ...embedded, indexes: [index("bm25", "body", "text_bm25_ops")] },
    { ...installed, onPath: false },
  );
  const policy = { allowCatalog: false, allowedFunctions: [] };
  for (const { sql } of [...wordDrafts(facts), ...vectorDrafts(facts)]) {
    expect((await guard(sql, policy)).kind).toBe("rows");
  }
  const changes = [searchChanges(facts), searchChanges(factsOf(pages, { installed: null, onPath: false }))].flat();
  expect(changes).toHaveLength(4);
  for (const { sql } of changes) expect((await parse(sql)).stmts.length).toBeGreaterThan(0);
});

test("mentions tools that may be missing only on the condition that they are there", () => {
  const facts = factsOf(embedded, installed);
  const known = {
    text: "x",
    words: "Q1",
    vectors: ["Q2", "Q3"],
    changes: undefined,
    state: vectorStateOf(facts),
  };
  const steps = searchSteps(known).join("\n");
  expect(steps).toContain("If the tool list has similarity_search, call it with table_name and query_text.");
  expect(steps).toContain("If it has generate_embedding, put its vector in $1 of Q2;");
  expect(steps).toContain("or put the key of a good hit in $1 of Q3");
  expect(steps).toContain("add 1 / (60 + rank)");
});
