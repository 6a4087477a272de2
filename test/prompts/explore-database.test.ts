import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { exploreDatabase } from "../../src/prompts/explore-database.ts";
import { fenced } from "../support/fenced-table.ts";
import { createContext } from "./prompt-context.ts";
import { draftsOf, outside, runDrafts } from "./prompt-parts.ts";
import { createDatabase, SLOW } from "./scratch-database.ts";

let context: RequestContext;

beforeAll(async () => {
  context = await createContext();
});

async function roundTrips(): Promise<number> {
  const { sqlRequests } = await (await fetch(`http://${env.LOCAL_PROXY}/stats`)).json<{ sqlRequests: number }>();
  return sqlRequests;
}

test("tells of every readable relation, its key, estimate, references and comments", async () => {
  const facts = fenced(await exploreDatabase.render(context, {}));
  expect(facts).toMatch(/^PostgreSQL 18\.\d+, database shop, role postern_reader\n/);
  expect(facts).toContain("schema content: 2 readable relations - Help pages, policies and guides\n");
  expect(facts).toMatch(
    /\nshop\.orders: table, about 50,000 rows, [\d.]+ MB, 4 partitions by RANGE \(placed_at\), key \(id, placed_at\) - One row for each order/,
  );
  expect(facts).toContain("\n  (order_id, placed_at) -> shop.orders (id, placed_at)\n");
  expect(facts).toContain("shipped_at timestamptz?, total numeric(12,2)");
  expect(facts).toContain("\n  phone: NULL when never asked, empty when the customer declined to give it\n");
  expect(facts).toContain("shop.support_tickets: table, about 120 rows, 24 kB, key (id), row security - ");
  expect(facts).toContain("shop.customer_value: view - ");
  expect(facts).not.toContain("orders_2024");
});

test("needs one round trip", async () => {
  const before = await roundTrips();
  await exploreDatabase.render(context, {});
  expect(await roundTrips()).toBe(before + 1);
});

test("drafts queries that the guard passes and the database answers", async () => {
  const text = await exploreDatabase.render(context, {});
  expect(draftsOf(text, "Q").map(({ purpose }) => purpose)).toEqual([
    "Time span of shop.orders",
    "Time span of shop.reviews",
    "Values of status in shop.orders",
    expect.stringMatching(/^Values of \w+ in shop\.customers$/),
    "How many rows of shop.order_lines one row of shop.products has",
    "Keys in shipping_address of shop.orders, in a thousand rows",
  ]);
  expect((await runDrafts(context, text)).every((rows) => rows > 0)).toBe(true);
  expect(outside(text)).toContain("Run Q1 to Q6 with query");
});

test("says nothing of the database outside the fence", async () => {
  expect(outside(await exploreDatabase.render(context, {}))).not.toMatch(/shop|orders|customer|content\.|Help pages/);
});

test("keeps to one schema when asked, and refuses one that is not there", async () => {
  const text = await exploreDatabase.render(context, { schema: "content" });
  expect(text).toContain("content.documents: table");
  expect(text).not.toContain("shop.orders");
  await expect(exploreDatabase.render(context, { schema: "nope" })).rejects.toMatchObject({
    code: "invalid_arguments",
    details: { next: "Use one of: shop, content." },
  });
});

test("tells the tools which connection to use when one was named", async () => {
  expect(await exploreDatabase.render(context, { connection: "main" })).toContain(
    'Pass connection "main" to every tool',
  );
  expect(await exploreDatabase.render(context, { connection: " " })).not.toContain("Pass connection");
  await expect(exploreDatabase.render(context, { connection: "nope" })).rejects.toMatchObject({
    code: "connection_missing",
  });
});

test("hides what the tenant's policy hides, also as the target of a reference", async () => {
  const policy = { deniedRelations: ["customers", "shop.products", "content.*"] };
  const text = await exploreDatabase.render(await createContext({ policy }), {});
  expect(text).toContain("shop.orders: table");
  expect(text).not.toMatch(/shop\.customers|shop\.products|content/);
  const narrow = await createContext({ policy: { allowedSchemas: ["content"] } });
  const narrowed = await exploreDatabase.render(narrow, {});
  expect(narrowed).toContain("content.documents");
  expect(narrowed).not.toContain("shop.");
  expect(await runDrafts(narrow, narrowed)).not.toContain(0);
});

test(
  "says when the database is empty, and what to do",
  async () => {
    const { readerUrl } = await createDatabase(() => []);
    const text = await exploreDatabase.render(await createContext({ url: readerUrl }), {});
    expect(fenced(text)).toMatch(/: no tables or views$/);
    expect(text).toContain("Tell me that this database has no tables or views.");
    expect(text).toContain("design-schema");
  },
  SLOW,
);

test(
  "says when the role may read nothing, and which grants would help",
  async () => {
    const { readerUrl } = await createDatabase(() => ["CREATE SCHEMA private CREATE TABLE payroll (id int)"]);
    const text = await exploreDatabase.render(await createContext({ url: readerUrl }), {});
    expect(fenced(text)).toMatch(
      /there are tables, and role reader_\w+ may read none\nGRANT USAGE ON SCHEMA the_schema TO reader_/,
    );
    expect(text).not.toMatch(/private|payroll/);
  },
  SLOW,
);

test("passes on that the database is down", async () => {
  const down = await createContext({ url: env.READER_URL.replace(/:\d+\//, ":1/") });
  await expect(exploreDatabase.render(down, {})).rejects.toMatchObject({ code: "database_not_ready" });
});
