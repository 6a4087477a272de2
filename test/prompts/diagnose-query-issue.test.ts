import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { connectSocket } from "../../src/db/socket-client.ts";
import { diagnoseQueryIssue } from "../../src/prompts/diagnose-query-issue.ts";
import { fenced } from "../support/fenced-table.ts";
import { createContext } from "./prompt-context.ts";
import { draftsOf, outside, runDrafts } from "./prompt-parts.ts";
import { createDatabase, runSql, SLOW } from "./scratch-database.ts";

const query = "SELECT p.name, avg(r.rating) FROM shop.products p JOIN shop.reviews r ON r.product_id = p.id GROUP BY 1";
let context: RequestContext;

beforeAll(async () => {
  context = await createContext();
});

const titles = (text: string): readonly string[] =>
  [...fenced(text).matchAll(/^(\S+): (?:table|view|materialized view)/gm)].map((match) => String(match[1]));

test("takes only what the query reads for its tables, not words that look like them", async () => {
  const text = await diagnoseQueryIssue.render(context, {
    query: "SELECT count(*) AS products, 'customers' FROM shop.orders -- reviews",
  });
  expect(titles(text)).toEqual(["shop.orders"]);
});

test("describes the tables that the query names, in its order, with indexes and statistics", async () => {
  const text = await diagnoseQueryIssue.render(context, { query });
  expect(titles(text)).toEqual(["shop.products", "shop.reviews"]);
  expect(fenced(text)).toContain("\n  CREATE UNIQUE INDEX reviews_pkey ON shop.reviews USING btree (id); ");
  expect(fenced(text)).toMatch(/\n {2}analysed \d+ \w+ ago, [\d,]+ rows? changed since, \d+ dead; /);
  expect(outside(text)).toContain(
    `\`\`\`sql\n${query}\n\`\`\`\nPostern's guard lets it pass; whether its names exist, running it will tell.`,
  );
});

test("finds the references without an index, and drafts the index for the user to run", async () => {
  const text = await diagnoseQueryIssue.render(context, { query });
  expect(fenced(text)).toContain("- no index of shop.reviews begins with (product_id): joins from shop.products,");
  const indexes = draftsOf(text, "U").filter(({ purpose }) => purpose.startsWith("Index"));
  expect(indexes.map(({ sql }) => sql)).toEqual([
    "CREATE INDEX CONCURRENTLY ON shop.reviews (customer_id);",
    "CREATE INDEX CONCURRENTLY ON shop.reviews (product_id);",
  ]);
  expect(fenced(text)).toMatch(
    /no index of shop\.products begins with \(category_id\).*; at this size that costs little/,
  );
});

test("takes an index that begins with part of a reference for enough", async () => {
  const text = await diagnoseQueryIssue.render(context, { table: "order_lines" });
  expect(fenced(text)).toContain("  (order_id, placed_at) -> shop.orders");
  expect(fenced(text)).not.toContain("no index of shop.order_lines");
});

test("drafts queries that run, and EXPLAIN of the query runs as the steps say", async () => {
  const text = await diagnoseQueryIssue.render(context, { query });
  expect(draftsOf(text, "Q").map(({ purpose }) => purpose)).toContain("Most frequent product_id in shop.reviews");
  expect((await runDrafts(context, text)).every((rows) => rows > 0)).toBe(true);
  const { rows } = await context.database().query(`EXPLAIN (VERBOSE, SETTINGS) ${query}`, [], { maxRows: 50 });
  expect(rows.length).toBeGreaterThan(3);
  const valued = "EXPLAIN (VERBOSE, SETTINGS) SELECT * FROM shop.orders WHERE id = $1";
  expect((await context.database().query(valued, [1], { maxRows: 50 })).rows.length).toBeGreaterThan(0);
});

test("recognises tables in prose, in singular and plural, and of two words", async () => {
  const text = await diagnoseQueryIssue.render(context, {
    issue_description: "The support tickets of a customer are missing",
  });
  expect(titles(text)).toEqual(expect.arrayContaining(["shop.support_tickets", "shop.customers"]));
  expect(titles(text)).toHaveLength(2);
  expect(fenced(text)).toContain("- shop.support_tickets has row security: other roles and tenants see other rows");
});

test("puts the table that was asked for first, and suggests one for a slip of the pen", async () => {
  const text = await diagnoseQueryIssue.render(context, { table: "shop.orders", query });
  expect(titles(text)[0]).toBe("shop.orders");
  expect(fenced(text)).toContain("- shop.orders: without a condition on RANGE (placed_at) all 4 partitions are read");
  await expect(diagnoseQueryIssue.render(context, { table: "shop.ordres" })).rejects.toMatchObject({
    code: "invalid_arguments",
    message: 'There is no table "shop.ordres" that this role may read.',
    details: { next: expect.stringContaining("Did you mean shop.orders") },
  });
});

test("asks for the query when nothing is given, and shows what is read most", async () => {
  const text = await diagnoseQueryIssue.render(context, {});
  expect(outside(text)).toContain("1. Ask me for the query");
  expect(fenced(text)).toContain("No table was named.");
  expect(titles(text)).toHaveLength(4);
});

test("says what Postern refuses, and where", async () => {
  const write = outside(await diagnoseQueryIssue.render(context, { query: "UPDATE shop.orders SET total = 0" }));
  expect(write).toContain("Postern does not run it as it stands: UpdateStmt is not a read-only query.");
  const wrong = outside(await diagnoseQueryIssue.render(context, { query: "SELECT FROM WHERE ```" }));
  expect(wrong).toContain("````sql\nSELECT FROM WHERE ```\n````\nPostern does not run it as it stands: syntax error");
});

test("states the tenant's own limits", async () => {
  const hurried = await createContext({ policy: { statementTimeoutMs: 2500, lockTimeoutMs: 100, maxRows: 50 } });
  expect(await diagnoseQueryIssue.render(hurried, {})).toContain(
    "a statement is stopped after 2.5 s, a wait for a lock after 0.1 s, an answer has at most 50 rows",
  );
});

test(
  "notices statistics that were never taken, and a missing key",
  async () => {
    const { readerUrl } = await createDatabase((reader) => [
      "CREATE TABLE fresh (id int, note text) WITH (autovacuum_enabled = false)",
      "INSERT INTO fresh SELECT i FROM generate_series(1, 5000) i",
      `GRANT SELECT ON fresh TO ${reader}`,
    ]);
    const text = await diagnoseQueryIssue.render(await createContext({ url: readerUrl }), { table: "fresh" });
    expect(fenced(text)).toContain("public.fresh: table, never analysed, ");
    expect(fenced(text)).toContain("- public.fresh was never analysed: the planner guesses its size and values");
    expect(fenced(text)).toContain("- public.fresh has no primary key: nothing prevents duplicate rows");
    expect(draftsOf(text, "U")[0]?.sql).toBe("ANALYZE public.fresh;");
  },
  SLOW,
);

test(
  "does not wait for a table that is locked, and says that it is",
  async () => {
    const { ownerUrl, readerUrl } = await createDatabase((reader) => [
      "CREATE TABLE busy (id int PRIMARY KEY, at date, note text DEFAULT 'x') PARTITION BY HASH (id)",
      "CREATE TABLE busy_0 PARTITION OF busy FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
      "CREATE INDEX ON busy (lower(note))",
      `GRANT SELECT ON busy TO ${reader}`,
    ]);
    const { signal } = new AbortController();
    const holder = await connectSocket(
      {
        connectionString: ownerUrl,
        endpoint: { address: env.LOCAL_PROXY, secure: false },
        statementTimeoutMs: 0,
        lockTimeoutMs: 0,
        userId: "",
        tenantId: "",
        userEmail: "",
        schemas: undefined,
        hiddenSchemas: [],
        role: "",
        tag: "holder",
        signal,
        defer: () => undefined,
      },
      signal,
    );
    await holder.run({ text: "BEGIN", parameters: [] }, signal);
    await holder.run({ text: "LOCK TABLE busy IN ACCESS EXCLUSIVE MODE", parameters: [] }, signal);
    const text = await diagnoseQueryIssue.render(await createContext({ url: readerUrl }), { table: "busy" });
    expect(fenced(text)).toContain("- public.busy is locked against readers right now: every query on it waits");
    const who = draftsOf(text, "U").find(({ purpose }) => purpose.startsWith("Who holds locks on public.busy"));
    await runSql(ownerUrl, who?.sql ?? "");
    holder.close();
  },
  SLOW,
);
