import { beforeAll, expect, test } from "vitest";
import { createDatabase, runSql, SLOW } from "../prompts/scratch-database.ts";
import type { Reply } from "../support/worker.ts";
import { createSearch, valuesWithVector } from "./search-caller.ts";
import { ODD, quote, searchTables } from "./search-tables.ts";

type Search = (args: object) => Promise<Reply["json"]>;

let search: Search;
let urls = { ownerUrl: "", readerUrl: "" };

beforeAll(async () => {
  const wool = await valuesWithVector(1, "Wool repels dirt by itself.");
  urls = await createDatabase((reader) => searchTables(reader, wool));
  search = await createSearch(urls.readerUrl);
}, SLOW);

interface Hit {
  readonly id: Readonly<Record<string, unknown>>;
  readonly text: string;
}
const idsOf = (result: Reply["json"]) => result.structuredContent.hits.map(({ id }: Hit) => id);
const textsOf = (result: Reply["json"]) => result.structuredContent.hits.map(({ text }: Hit) => text);

test("searches a table whose every name is a trap, by its index", async () => {
  const result = await search({ table_name: `${quote(ODD)}.${quote(ODD)}`, query_text: "kettles" });
  expect(result.structuredContent).toMatchObject({
    table: `${ODD}.${ODD}`,
    legs: [{ kind: "keyword", method: "tsvector index", candidates: 1 }],
    hits: [{ id: { t: 7 }, column: ODD, text: "copper kettles" }],
  });
});

test("uses no column that the role may not read", async () => {
  const mine = await search({ table_name: "notes", query_text: "copper" });
  expect(idsOf(mine)).toEqual([{ id: "9007199254740993" }]);
  const hidden = await search({ table_name: "notes", query_text: "treasure" });
  expect(idsOf(hidden)).toEqual([]);
  expect(JSON.stringify([mine, hidden])).not.toContain("remark");
  const owner = await createSearch(urls.ownerUrl);
  expect(idsOf(await owner({ table_name: "notes", query_text: "treasure" }))).toHaveLength(1);
});

test("does not see what the policy hides, nor tell that it is there", async () => {
  const strict = await createSearch(urls.readerUrl, { deniedRelations: ["notes", "third.*"] });
  const schemas = await createSearch(urls.readerUrl, { allowedSchemas: ["other"] });
  for (const [ask, name] of [
    [strict, "notes"],
    [strict, "public.notes"],
    [strict, "third.once"],
    [schemas, "coded"],
    [search, "pg_catalog.pg_authid"],
    [search, "nothing_like_it"],
  ] as const) {
    const { isError, structuredContent } = await ask({ table_name: name, query_text: "copper" });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      code: "invalid_arguments",
      message: "There is no table or view of this name that this role may read.",
    });
    expect(JSON.stringify(structuredContent.suggestions ?? [])).not.toMatch(/notes|third|coded|pg_/);
  }
});

test("looks in public first, then where the name is the only one, and suggests what was meant", async () => {
  expect((await search({ table_name: "notes", query_text: "x" })).structuredContent.table).toBe("public.notes");
  expect((await search({ table_name: "Once", query_text: "x" })).structuredContent.table).toBe("third.once");
  expect((await search({ table_name: "twice", query_text: "x" })).structuredContent).toMatchObject({
    message: "2 schemas have a table of this name.",
    next: "Say which: other.twice, third.twice.",
  });
  const typo = await search({ table_name: "guraded", query_text: "x" });
  expect(typo.structuredContent.next).toMatch(/^Did you mean public\.guarded\b/);
  expect(typo.structuredContent.suggestions[0]).toBe("public.guarded");
});

test("tells rows apart by key, unique key, place or hash", async () => {
  const ids = async (table: string) => idsOf(await search({ table_name: table, query_text: "copper" }));
  expect(await ids("coded")).toEqual([{ code: "a-1" }]);
  expect(await ids("kept")).toEqual([{ ctid: "(0,1)" }]);
  expect(await ids("shown")).toEqual([{ row_md5: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  // Two rows alike are one when the role may see nothing that tells them apart.
  expect(await ids("keyless")).toEqual([{ row_md5: expect.any(String) }]);
  const owner = await createSearch(urls.ownerUrl);
  expect(idsOf(await owner({ table_name: "keyless", query_text: "copper" }))).toEqual([
    { ctid: "(0,1)" },
    { ctid: "(0,2)" },
  ]);
  expect(await ids("parted")).toEqual([
    { table: "public.parted_1", ctid: "(0,1)" },
    { table: "public.parted_2", ctid: "(0,1)" },
  ]);
  expect(await ids("parent")).toEqual([
    { table: "public.child", ctid: "(0,1)" },
    { table: "public.parent", ctid: "(0,1)" },
  ]);
});

test("finds nothing in an empty table and rows by vector where all texts are NULL", async () => {
  const empty = await search({ table_name: "empty", query_text: "copper" });
  expect(empty.isError).toBeUndefined();
  expect(empty.structuredContent.hits).toEqual([]);
  expect(empty.content[0].text).toContain("No rows found.");
  const nulls = await search({ table_name: "nulls", query_text: "wool" });
  expect(nulls.structuredContent.hits).toMatchObject([{ id: { id: 1 }, text: "", tokens: 0 }]);
  expect(nulls.content[0].text).toContain("(This row has no text.)");
});

test("leaves out arrays of another length and says how many", async () => {
  const { structuredContent } = await search({ table_name: "mixed", query_text: "wool" });
  expect(structuredContent.legs[0]).toMatchObject({ kind: "vector", candidates: 1 });
  expect(structuredContent.hits).toHaveLength(4);
  expect(structuredContent.notes).toEqual([
    "1 arrays in embedding were left out: they have 3 numbers, the query's vector 512.",
  ]);
  const misfits = await search({ table_name: "misfits", query_text: "wool" });
  expect(idsOf(misfits)).toEqual([{ id: 1 }]);
  expect(misfits.structuredContent.notes[0]).toMatch(/^No array in embedding could be compared: they have 3 numbers/);
});

test("is not broken by numbers whose squares overflow", async () => {
  const { structuredContent } = await search({ table_name: "large", query_text: "wool", distance_metric: "l2" });
  expect(structuredContent.hits).toMatchObject([{ id: { id: 1 } }]);
});

test.each(["cosine", "l2", "inner_product"])(
  "is not broken by arrays that are no vectors, compared by %s",
  async (distance_metric) => {
    const { isError, structuredContent } = await search({ table_name: "warped", query_text: "wool", distance_metric });
    expect(isError).toBeUndefined();
    expect(structuredContent.hits).toHaveLength(7);
    const near = structuredContent.hits.filter(({ scores }: { scores: { vector: [] } }) => scores.vector.length > 0);
    // Numbers in rows of their own are numbers all the same.
    expect(idsOf({ structuredContent: { hits: near } })).toEqual([{ id: 7 }]);
  },
);

test("says which columns there are when none can be searched", async () => {
  const { isError, structuredContent } = await search({ table_name: "numbers", query_text: "five" });
  expect(isError).toBe(true);
  expect(structuredContent).toMatchObject({
    message: "The table has no text and no vector column that this role may read.",
    next: "Its columns are id (integer), amount (numeric). Use query to read them.",
  });
});

test("reads texts of megabytes in part and says so", async () => {
  const { structuredContent } = await search({ table_name: "huge", query_text: "copper kettles" });
  expect(structuredContent.hits.length).toBeGreaterThan(5);
  expect(structuredContent.notes).toEqual([
    expect.stringMatching(/^Looked for the words in \d of about 8 rows; .*CREATE INDEX ON public\.huge USING gin/),
    expect.stringMatching(/^Of \d long texts only the first 100,000 characters were searched for the words\.$/),
    expect.stringMatching(/^Of \d long texts only the first 40,000 characters were read for passages\.$/),
    expect.stringMatching(/^\d+ of \d+ passages are shown/),
  ]);
});

test("looks at a bounded number of rows where nothing is indexed, and says how to search them all", async () => {
  const { structuredContent } = await search({ table_name: "many", query_text: "copper" });
  expect(structuredContent.hits).toEqual([]);
  expect(structuredContent.legs[0]).toMatchObject({ bounded: { looked: 5000, of: 6000 } });
  const [note, , none] = structuredContent.notes;
  expect(none).toMatch(/^No row that was looked at has any of the words\./);
  expect(note).toBe(
    "Looked for the words in 5,000 of about 6,000 rows; this would search them all: CREATE INDEX ON public.many USING gin (to_tsvector('english', coalesce(body, ''))).",
  );
  await runSql(urls.ownerUrl, /CREATE INDEX .*(?=\.$)/.exec(note)?.[0] ?? "");
  const indexed = await search({ table_name: "many", query_text: "copper" });
  expect(indexed.structuredContent.legs).toMatchObject([{ method: "tsvector index", candidates: 50 }]);
  expect(indexed.structuredContent.hits).toHaveLength(10);
});

test("sees only the rows that row level security shows", async () => {
  expect(textsOf(await search({ table_name: "guarded", query_text: "copper" }))).toEqual(["copper of mine"]);
  const owner = await createSearch(urls.ownerUrl);
  expect(textsOf(await owner({ table_name: "guarded", query_text: "copper" }))).toHaveLength(2);
});

test("searches stored tsvectors, also without the texts they were made of", async () => {
  const stored = await search({ table_name: "stored", query_text: "kettle" });
  expect(stored.structuredContent).toMatchObject({
    legs: [{ kind: "keyword", column: "words", method: "tsvector column", candidates: 1 }],
    hits: [{ id: { id: 1 }, text: "The kettles are of copper" }],
  });
  const filled = await search({ table_name: "filled", query_text: "kettle" });
  expect(filled.structuredContent).toMatchObject({
    legs: [{ column: "words", method: "unindexed tsvector", candidates: 1 }],
    hits: [{ id: { id: 1 }, text: "" }],
  });
});

test("runs functions of an index's expression only when the tenant allows them", async () => {
  const methods = async (ask: Search) =>
    (await ask({ table_name: "fancy", query_text: "kettle" })).structuredContent.legs.map(
      ({ method }: { method: string }) => method,
    );
  expect(await methods(search)).toEqual(["tsvector"]);
  const allowing = await createSearch(urls.readerUrl, { allowedFunctions: ["public.own_words"] });
  expect(await methods(allowing)).toEqual(["tsvector index"]);
});

test("calls no function that only looks like the catalogue's", async () => {
  expect(textsOf(await search({ table_name: "lured", query_text: "copper" }))).toEqual(["copper kettle"]);
});

test("finds by BM25 what full text search takes for no words, and by spelling with pg_trgm", async () => {
  const common = await search({ table_name: "stored", query_text: "the are of" });
  expect(common.structuredContent).toMatchObject({
    legs: [{ candidates: 0 }, { kind: "keyword", method: "bm25", candidates: 1 }],
    hits: [{ id: { id: 1 } }],
    notes: ["Full text search found none of the words; these rows were found word by word (BM25)."],
  });
  const misspelt = { table_name: "stored", query_text: "kettels coper" };
  const without = await search(misspelt);
  expect(without.structuredContent).toMatchObject({
    hits: [],
    notes: ["No row has any of the words. The extension pg_trgm would also find misspelt words."],
  });
  await runSql(urls.ownerUrl, "CREATE EXTENSION pg_trgm SCHEMA third");
  const scanned = await search(misspelt);
  expect(scanned.structuredContent).toMatchObject({
    legs: [{ candidates: 0 }, { kind: "keyword", method: "trigram", candidates: 1 }],
    hits: [{ id: { id: 1 }, scores: { keyword: [{ method: "trigram", rank: 1 }] } }],
  });
  await runSql(urls.ownerUrl, "CREATE INDEX ON stored USING gin (body third.gin_trgm_ops)");
  const indexed = await search(misspelt);
  expect(idsOf(indexed)).toEqual([{ id: 1 }]);
});

test("stops at the tenant's time limit", async () => {
  await runSql(
    urls.ownerUrl,
    "CREATE VIEW endless AS SELECT count(*)::text AS body FROM generate_series(1, 100000) g, generate_series(1, 100000) h",
  );
  await runSql(urls.ownerUrl, "GRANT SELECT ON endless TO PUBLIC");
  const hasty = await createSearch(urls.readerUrl, { statementTimeoutMs: 300 });
  const { structuredContent } = await hasty({ table_name: "endless", query_text: "copper" });
  expect(structuredContent).toMatchObject({ code: "query_timeout", retryable: true });
});
