import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../../src/sql/parser.ts";
import { composeRecall } from "../../../src/sql/search/compose-recall.ts";
import { readIndexExpression } from "../../../src/sql/search/index-expression.ts";
import type { FallbackLeg, KeywordLeg, RecallPlan, VectorLeg } from "../../../src/sql/search/recall-plan.ts";

const bounds = {
  candidates: 100,
  candidateBytes: 1000,
  fallbackBytes: 500,
  searchedCharacters: 50,
  textCharacters: 40,
  textBytes: 3000,
};

const plain: RecallPlan = {
  schema: "content",
  table: "documents",
  key: { kind: "columns", columns: ["id"] },
  texts: ["title", "body"],
  titles: 1,
  query: "copper",
  limit: 5,
  vectors: [],
  keywords: [{ kind: "computed", configs: ["english"] }],
  fallback: { kind: "scan" },
  bounds,
};

const hostile = fc
  .array(
    fc.constantFrom("'", '"', '""', "\\", "--", "/*", "*/", ";", "$1", "$$", ".", "\n", "t", "select", "😀", "ß"),
    {
      minLength: 1,
    },
  )
  .map((parts) => parts.join(""));
const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  hostile,
  fc.constantFrom("select", "user", "ctid", "t"),
);
/** A name of the server's has at most 63 bytes and no NUL. */
const name = text.filter((one) => !one.includes("\0") && new TextEncoder().encode(one).length <= 63);

const vectorLeg: fc.Arbitrary<VectorLeg> = fc.record({
  column: name,
  kind: fc.constantFrom("vector", "halfvec", "real[]", "float8[]"),
  extensionSchema: name,
  metric: fc.constantFrom("cosine", "l2", "inner_product"),
  vector: fc.constant([1, 0.5, -1e-7]),
  isMixed: fc.boolean(),
  maxRows: fc.constantFrom(10, 20),
});
const keywordLeg: fc.Arbitrary<KeywordLeg> = fc.oneof(
  fc.record({
    kind: fc.constant("bm25" as const),
    column: name,
    extensionSchema: name,
    index: fc.record({ schema: name, name }),
  }),
  fc.record({
    kind: fc.constant("tsvector" as const),
    document: fc.record({ column: name }),
    configs: fc.array(text, { minLength: 1 }),
    maxMatches: fc.constant(10),
  }),
  fc.record({ kind: fc.constant("computed" as const), configs: fc.array(text, { minLength: 1 }) }),
);
const fallbackLeg: fc.Arbitrary<FallbackLeg> = fc.oneof(
  fc.constant({ kind: "scan" as const }),
  fc.record({
    kind: fc.constant("trigram" as const),
    extensionSchema: name,
    words: fc.array(text, { minLength: 1, maxLength: 3 }),
    maxMatches: fc.constant(10),
    indexedColumn: name,
  }),
);
const plans: fc.Arbitrary<RecallPlan> = fc.record({
  schema: name,
  table: name,
  key: fc.oneof(
    fc.record({
      kind: fc.constantFrom("columns" as const, "hash" as const),
      columns: fc.array(name, { minLength: 1 }),
    }),
    fc.constant({ kind: "place" as const }),
  ),
  texts: fc.array(name, { minLength: 1, maxLength: 4 }),
  titles: fc.constantFrom(0, 1),
  query: text,
  limit: fc.constant(5),
  vectors: fc.array(vectorLeg, { maxLength: 2 }),
  keywords: fc.array(keywordLeg, { minLength: 1, maxLength: 2 }),
  fallback: fallbackLeg,
  bounds: fc.constant(bounds),
});

describe("the statement that recalls rows", () => {
  it("is one SELECT that names what it was given, whatever that is", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { statement } = await composeRecall(plan);
        const { stmts } = await parse(statement.text);
        expect(stmts.map(({ stmt }) => Object.keys(stmt))).toEqual([["SelectStmt"]]);
        const tree = JSON.stringify(stmts);
        for (const column of plan.texts) expect(tree).toContain(JSON.stringify({ String: { sval: column } }));
        const tables = tree.match(/"RangeVar":\{"schemaname":"(?:[^"\\]|\\.)*","relname":"(?:[^"\\]|\\.)*"/g) ?? [];
        const table = JSON.stringify({ schemaname: plan.schema, relname: plan.table }).slice(0, -1);
        expect([...new Set(tables)]).toEqual([`"RangeVar":${table}`]);
      }),
    );
  });

  it("holds no word of the query, only a parameter for it", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const [first, second] = await Promise.all([one, other].map((query) => composeRecall({ ...plain, query })));
        expect(first?.statement.text).toBe(second?.statement.text);
        expect(first?.parameters).toContain(one);
      }),
    );
  });

  it("means the catalogue's names, and tells the relation it reads", async () => {
    const { statement } = await composeRecall(plain);
    expect(statement).toMatchObject({
      kind: "rows",
      isOwn: true,
      relations: [{ schema: "content", name: "documents" }],
    });
  });

  it.each([
    ["more than 63 bytes", "n".repeat(64)],
    ["a NUL", "a\0b"],
    ["half a surrogate pair", "a\ud800"],
    ["nothing", ""],
  ])("is not made for a name of %s, which would be read as another", async (_, odd) => {
    await expect(composeRecall({ ...plain, table: odd })).rejects.toThrow();
    await expect(composeRecall({ ...plain, texts: ["body", odd] })).rejects.toThrow();
  });

  it("orders by the bare operator of pgvector, so that an index can serve it", async () => {
    const leg: VectorLeg = {
      column: "embedding",
      kind: "halfvec",
      extensionSchema: "extensions",
      metric: "inner_product",
      vector: [1, 2],
      isMixed: false,
    };
    const { statement, parameters } = await composeRecall({ ...plain, vectors: [leg] });
    expect(statement.text).toContain(
      'ORDER BY t."embedding" OPERATOR("extensions".<#>) $1::"extensions"."halfvec" LIMIT 5',
    );
    expect(parameters[0]).toBe("[1,2]");
  });

  it("takes an index's expression as the catalogue writes it", async () => {
    const written = "to_tsvector('english'::regconfig, ((title || ' '::text) || body))";
    const document = await readIndexExpression(written, new Set(["title", "body"]), {
      allowCatalog: false,
      allowedFunctions: [],
    });
    if (document === undefined) throw new Error("not read");
    const leg: KeywordLeg = { kind: "tsvector", document, configs: document.configs, maxMatches: 10 };
    expect((await composeRecall({ ...plain, keywords: [leg] })).statement.text).toContain(
      `WHERE (${written}) @@ w.query`,
    );
  });
});
