import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { setupSemanticSearch } from "../../src/prompts/setup-semantic-search.ts";
import { fenced } from "../support/fenced-table.ts";
import { createContext } from "./prompt-context.ts";
import { draftsOf, outside } from "./prompt-parts.ts";
import { createDatabase, SLOW } from "./scratch-database.ts";

const question = "how do I return a broken plate?";
let context: RequestContext;

beforeAll(async () => {
  context = await createContext();
});

test("searches the longest texts, by the index that is there", async () => {
  const text = await setupSemanticSearch.render(context, { query_text: question });
  const [first, second] = draftsOf(text, "Q");
  expect(first?.purpose).toBe("Rows of content.documents with any of the words in $1 (by index documents_search)");
  expect(second?.purpose).toBe("Rows of shop.support_tickets with any of the words in $1 (reads every row)");
  expect(fenced(text)).toMatch(/\n {2}prose: body \(3\d\d bytes on average\), title \(2\d bytes on average\)\n/);
  expect(outside(text)).toContain(`run Q1 and Q2 with query and params ${JSON.stringify([question])}`);
});

test("finds the right documents with its first draft", async () => {
  const text = await setupSemanticSearch.render(context, { query_text: question });
  const { columns, rows } = await context
    .database()
    .query(draftsOf(text, "Q")[0]?.sql ?? "", [question], { maxRows: 10 });
  expect(columns.map(({ name }) => name)).toEqual(["id", "title", "rank", "beginning"]);
  const found = rows.slice(0, 4).map(([, title]) => title);
  expect(found).toContain("My parcel arrived damaged");
});

test(
  "uses the index that its draft speaks of",
  async () => {
    const [draft] = draftsOf(await setupSemanticSearch.render(context, { query_text: question }), "Q");
    const explained = `EXPLAIN (FORMAT JSON) ${draft?.sql ?? ""}`;
    const { readerUrl } = await createDatabase((reader) => [
      "CREATE SCHEMA content CREATE TABLE documents (id int PRIMARY KEY, title text NOT NULL, body text NOT NULL)",
      "CREATE INDEX documents_search ON content.documents USING gin (to_tsvector('english', title || ' ' || body))",
      "INSERT INTO content.documents SELECT i, md5(i::text), repeat(md5(i::text) || ' ', 20) FROM generate_series(1, 5000) i",
      `GRANT USAGE ON SCHEMA content TO ${reader}`,
      `GRANT SELECT ON content.documents TO ${reader}`,
      "ANALYZE content.documents",
    ]);
    const large = await createContext({ url: readerUrl });
    const { rows } = await large.database().query(explained, ["plate"], { maxRows: 1 });
    expect(JSON.stringify(rows)).toContain("documents_search");
  },
  SLOW,
);

test("keeps to the table that was asked for, and quotes nothing else in its drafts", async () => {
  const text = await setupSemanticSearch.render(context, { query_text: "chipped", table: "shop.reviews" });
  const drafts = draftsOf(text, "Q");
  expect(drafts.map(({ purpose }) => purpose)).toEqual([expect.stringContaining("Rows of shop.reviews with any")]);
  expect(drafts[0]?.sql).toContain("to_tsvector('english', coalesce(body, ''))");
  expect(draftsOf(text, "U").map(({ sql }) => sql)).toContain(
    "CREATE INDEX CONCURRENTLY ON shop.reviews USING gin ((to_tsvector('english', coalesce(body, ''))));",
  );
  await expect(setupSemanticSearch.render(context, { query_text: "x", table: "nope" })).rejects.toMatchObject({
    code: "invalid_arguments",
  });
});

test("says that pgvector is not to be had, and claims no tool that is not there", async () => {
  const text = outside(await setupSemanticSearch.render(context, { query_text: question }));
  expect(text).toContain("This server does not offer pgvector");
  expect(text).not.toMatch(/similarity_search|generate_embedding/);
});

test("shows the user's text with nothing hidden in it", async () => {
  const text = await setupSemanticSearch.render(context, { query_text: "plates\u200b ``` and bowls" });
  expect(text).toContain("````\nplates\\u200b ``` and bowls\n````");
  expect(text).not.toContain("\u200b");
});

test(
  "says when there is nothing to search",
  async () => {
    const { readerUrl } = await createDatabase((reader) => [
      "CREATE TABLE numbers (id int PRIMARY KEY, amount numeric)",
      `GRANT SELECT ON numbers TO ${reader}`,
    ]);
    const text = await setupSemanticSearch.render(await createContext({ url: readerUrl }), { query_text: question });
    expect(outside(text)).toContain("1. No table with prose can be seen here, so there is nothing to search.");
    expect(draftsOf(text, "Q")).toEqual([]);
    const other = await setupSemanticSearch.render(context, { query_text: question, table: "order_lines" });
    expect(outside(other)).toContain("1. No table with prose can be seen here");
    expect(fenced(other)).toContain("shop.order_lines: table");
  },
  SLOW,
);

test("refuses a text that would crowd out the work", async () => {
  await expect(setupSemanticSearch.render(context, { query_text: "x".repeat(16_001) })).rejects.toMatchObject({
    code: "invalid_arguments",
    message: "query_text has 16,001 characters.",
  });
});
