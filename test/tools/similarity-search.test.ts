import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createDatabase, SLOW } from "../prompts/scratch-database.ts";
import { fenced } from "../support/fenced-table.ts";
import { roundTrips } from "../support/round-trips.ts";
import type { Reply } from "../support/worker.ts";
import { createSearch, valuesWithVector } from "./search-caller.ts";

type Search = (args: object) => Promise<Reply["json"]>;

const articles = [
  ["Returns", "You may return any unused item within 30 days. Print the label and hand the parcel to the carrier."],
  ["Warranty", "Copper and cast iron cookware carries a ten year warranty against cracks and loose handles."],
  ["Shipping", "Orders paid before noon leave the same day. Delivery takes two days in Germany."],
  ["Copper care", "Rub dark spots on copper with half a lemon and coarse salt, then rinse and dry."],
  ["Wool care", "Wool repels dirt by itself and rarely needs more than fresh air."],
] as const;

let search: Search;
let sample: Search;
let ownerUrl = "";

beforeAll(async () => {
  const rows = await Promise.all(articles.map(([title, body], index) => valuesWithVector(index + 1, title, body)));
  const database = await createDatabase((reader) => [
    "CREATE TABLE articles (id int PRIMARY KEY, title text, body text, embedding real[])",
    `INSERT INTO articles VALUES ${rows.join(", ")}`,
    "CREATE TABLE plain AS SELECT id, title, body FROM articles",
    "ALTER TABLE plain ADD PRIMARY KEY (id)",
    "CREATE TABLE long (id int PRIMARY KEY, body text)",
    `INSERT INTO long SELECT g, (SELECT string_agg('Sentence ' || i || CASE i % 10 WHEN 3 THEN ' about copper kettles.' ELSE ' about nothing at all.' END, ' ')
       FROM generate_series(g * 100, g * 100 + 60) i) FROM generate_series(1, 5) g`,
    "ANALYZE",
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`,
  ]);
  ({ ownerUrl } = database);
  search = await createSearch(database.readerUrl);
  sample = await createSearch(env.READER_URL);
}, SLOW);

interface Hit {
  readonly id: Readonly<Record<string, string | number>>;
  readonly column: string;
  readonly text: string;
  readonly tokens: number;
  readonly scores: Readonly<Record<string, unknown>>;
}
const hitsOf = (result: Reply["json"]): readonly Hit[] => result.structuredContent.hits;
const idsOf = (result: Reply["json"]) => hitsOf(result).map(({ id }) => id["id"]);

test("finds rows by vector and by keyword, and tells each hit's scores", async () => {
  const { structuredContent, content } = await search({ table_name: "articles", query_text: "warranty on copper" });
  expect(structuredContent).toMatchObject({
    table: "public.articles",
    query: "warranty on copper",
    legs: [
      { kind: "vector", column: "embedding", method: "array comparison", metric: "cosine", candidates: 5 },
      { kind: "keyword", method: "tsvector", candidates: 2 },
    ],
    truncated: false,
    notes: [],
  });
  expect(structuredContent.hits[0]).toMatchObject({
    id: { id: 2 },
    rank: 1,
    column: "body",
    chunk: 1,
    chunks: 1,
    title: "Warranty",
    text: articles[1][1],
    scores: {
      fused: expect.closeTo(1 / 61 + 1 / 61, 5),
      vector: [{ column: "embedding", distance: expect.any(Number), rank: 1 }],
      keyword: [{ method: "tsvector", score: expect.any(Number), rank: 1 }],
      bm25: expect.any(Number),
      relevance: 1,
      mmr: 1,
    },
  });
  expect(idsOf({ structuredContent })).toHaveLength(5);
  const [{ text }] = content;
  expect(text).toMatch(
    /^Database: main \(scratch_\w+\)\nTable: public\.articles\n\nSimilarity Search Results: "warranty on copper"\n={50}\n/,
  );
  expect(fenced(text)).toMatch(/^Configuration:\n {2}- Vector Search: embedding by array comparison, cosine distance/);
  expect(fenced(text)).toContain("  - Column Weights: title (30.0%) [title], body (70.0%) [content]\n\nResult 1/5\n");
  expect(fenced(text)).toContain(
    "Source: public.articles.body, id=2, chunk 1/1 (row rank #1: embedding #1, keyword #1)\nTitle: Warranty\n",
  );
  expect(text).toMatch(/\nTotal: 5 chunks, ~\d+ tokens$/);
});

test("finds by vector what is misspelt, and by keyword what has no vector", async () => {
  expect(idsOf(await search({ table_name: "articles", query_text: "coper kare" }))[0]).toBe(4);
  const { structuredContent } = await search({ table_name: "plain", query_text: "rubbing dark spots" });
  expect(structuredContent.legs).toEqual([{ kind: "keyword", method: "tsvector", candidates: 1 }]);
  expect(structuredContent.hits).toMatchObject([{ id: { id: 4 } }]);
});

test("searches by the index's expression where there is one", async () => {
  const { structuredContent } = await sample({ table_name: "content.documents", query_text: "return a parcel" });
  expect(structuredContent.legs).toContainEqual({
    kind: "keyword",
    method: "tsvector index",
    candidates: expect.any(Number),
  });
  expect(structuredContent.hits[0].title).toBe("Returns and refunds");
});

test("makes two round trips at most, also for a name that is not there", async () => {
  for (const args of [
    { table_name: "articles", query_text: "copper" },
    { table_name: "artciles", query_text: "copper" },
    { table_name: "plain", query_text: "zzz yyy" },
  ]) {
    const before = await roundTrips();
    await search(args);
    expect(await roundTrips()).toBe(before + 2);
  }
});

test("cuts to the tokens that were asked for and says so", async () => {
  const wide = await search({ table_name: "long", query_text: "copper kettles", max_output_tokens: 2000 });
  const narrow = await search({ table_name: "long", query_text: "copper kettles", max_output_tokens: 250 });
  const tokens = (result: Reply["json"]) => hitsOf(result).reduce((sum, hit) => sum + hit.tokens, 0);
  expect(tokens(narrow)).toBeLessThanOrEqual(250);
  expect(tokens(narrow)).toBe(narrow.structuredContent.tokens);
  expect(hitsOf(narrow).length).toBeLessThan(hitsOf(wide).length);
  expect(narrow.structuredContent).toMatchObject({ truncated: true });
  expect(narrow.structuredContent.notes[0]).toMatch(
    /^\d+ of \d+ passages are shown; raise max_output_tokens for more\.$/,
  );
  expect(narrow.content[0].text).toContain(`\nNotes:\n  - ${narrow.structuredContent.notes[0]}\n`);
  const tiny = await search({ table_name: "long", query_text: "copper kettles", max_output_tokens: 10 });
  expect(hitsOf(tiny)).toHaveLength(1);
  expect(hitsOf(tiny)[0]?.tokens).toBeLessThanOrEqual(10);
  expect(tiny.structuredContent.notes[0]).toContain("was cut");
});

test("takes chunks of the size that was asked for, and spreads them when diversity is", async () => {
  const ask = (more: object) => search({ table_name: "long", query_text: "copper kettles", top_n: 3, ...more });
  for (const { tokens } of hitsOf(await ask({ chunk_size_tokens: 30 }))) expect(tokens).toBeLessThanOrEqual(30);
  const rows = async (lambda: number) =>
    new Set(hitsOf(await ask({ lambda, max_output_tokens: 300 })).map(({ id }) => id["id"])).size;
  expect(await rows(0)).toBe(3);
  expect(new Set(idsOf(await ask({ top_n: 1 }))).size).toBe(1);
});

test("summarises each hit in a line", async () => {
  const { content, structuredContent } = await search({
    table_name: "articles",
    query_text: "copper",
    output_format: "summary",
    top_n: 2,
  });
  const lines = fenced(content[0].text).split("\n");
  expect(lines[0]).toMatch(/^1\. Score: 1\.000 \| Source: public\.articles\.body, id=4, chunk 1\/1 \| Copper care$/);
  expect(lines).toHaveLength(4);
  expect(structuredContent.hits[1].text).toMatch(/^.{100}…$|^.{1,100}$/);
});

test("gives only ids and scores when asked for", async () => {
  const { content, structuredContent } = await search({
    table_name: "articles",
    query_text: "copper",
    output_format: "ids_only",
    top_n: 2,
  });
  expect(fenced(content[0].text)).toMatch(
    /^ID: 4 \| Distance: 0\.\d{4} \| Keyword: #1 \| Score: 0\.0328\nID: 2 \| Distance: 0\.\d{4} \| Keyword: #2 \| Score: 0\.\d{4}$/,
  );
  expect(content[0].text).toMatch(/\nTotal: 2 rows$/);
  expect(structuredContent.hits[0]).toEqual({
    id: { id: 4 },
    rank: 1,
    scores: { fused: expect.any(Number), vector: [expect.any(Object)], keyword: [expect.any(Object)] },
  });
});

test.each(["cosine", "l2", "inner_product"])("measures by %s", async (metric) => {
  const { structuredContent } = await search({ table_name: "articles", query_text: "wool", distance_metric: metric });
  expect(structuredContent.legs[0]).toMatchObject({ metric, candidates: 5 });
  const [{ scores }] = structuredContent.hits;
  const own = await createSearch(ownerUrl);
  expect(idsOf({ structuredContent })[0]).toBe(5);
  // The vectors have length 1, so each distance follows from the cosine.
  const cosine = (await own({ table_name: "articles", query_text: "wool", distance_metric: "cosine" }))
    .structuredContent.hits[0].scores.vector[0].distance;
  const expected = { cosine, l2: Math.sqrt(2 * cosine), inner_product: cosine - 1 }[metric];
  expect(scores.vector[0].distance).toBeCloseTo(expected ?? 0, 3);
});

test("respects the tenant's limits of bytes and characters", async () => {
  const small = await createSearch(ownerUrl, { maxCellCharacters: 50, maxBytes: 1000 });
  const { structuredContent } = await small({
    table_name: "long",
    query_text: "copper kettles",
    max_output_tokens: 5000,
  });
  expect(structuredContent.truncated).toBe(true);
  expect(structuredContent.hits[0].text).toMatch(/^.{50}… \[cut: 50 of \d+ characters\]$/);
  expect(JSON.stringify(structuredContent.hits.map(({ text }: Hit) => text)).length).toBeLessThan(1000);
  expect(structuredContent.notes.join(" ")).toMatch(/hits did not fit.*were cut at the tenant's limit/);
});

test.each([
  [{ query_text: "x" }, "table_name"],
  [{ table_name: "articles" }, "query_text"],
  [{ table_name: "articles", query_text: "x", lambda: 2 }, "lambda"],
  [{ table_name: "articles", query_text: "x", top_n: 0 }, "top_n"],
  [{ table_name: "articles", query_text: "x", distance_metric: "hamming" }, "distance_metric"],
  [{ table_name: "articles", query_text: " \n\0 " }, "query_text"],
  [{ table_name: "articles", query_text: "x".repeat(9000) }, "query_text"],
  [{ table_name: "a.b.c", query_text: "x" }, "table_name"],
])("refuses %j", async (args, named) => {
  const { isError, structuredContent } = await search(args);
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({ code: "invalid_arguments" });
  expect(JSON.stringify(structuredContent)).toContain(named);
});
