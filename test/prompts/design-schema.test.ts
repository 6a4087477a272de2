import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { designSchema } from "../../src/prompts/design-schema.ts";
import { fenced } from "../support/fenced-table.ts";
import { createContext } from "./prompt-context.ts";
import { draftsOf, outside, runDrafts } from "./prompt-parts.ts";
import { createDatabase, SLOW } from "./scratch-database.ts";

const requirements = "Gift vouchers that customers redeem against orders";
let context: RequestContext;

beforeAll(async () => {
  context = await createContext();
});

test("tells the conventions of the existing tables", async () => {
  const facts = fenced(await designSchema.render(context, { requirements }));
  expect(facts).toContain(
    "\nConventions, from 9 tables:\n- 9 of 9 names in lower case without quotes, 9 of 9 names in the plural\n",
  );
  expect(facts).toContain("- keys: id integer (4), id bigint (3), ");
  expect(facts).toContain("- references: customer_id (3), product_id (2), ");
  expect(facts).toMatch(/- columns in several tables: .*created_at timestamptz \(2\)/);
  expect(facts).toContain("- types: text (17), integer (11), timestamptz (9), ");
  expect(facts).toContain("- on delete: no action (9)\n");
});

test("puts the tables that the requirements name first, and builds on them", async () => {
  const text = await designSchema.render(context, { requirements });
  expect(fenced(text)).toContain("\nNamed in the requirements: shop.customers, shop.orders\nshop.customers: table");
  expect(draftsOf(text, "U").map(({ sql }) => sql)).toEqual([
    expect.stringContaining(
      "CREATE TABLE shop.new_table (\n  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n  parent_id bigint NOT NULL REFERENCES shop.customers (id),",
    ),
  ]);
  expect(draftsOf(text, "Q").length).toBeGreaterThan(0);
  expect((await runDrafts(context, text)).every((rows) => rows > 0)).toBe(true);
});

test.each([
  ["oltp", "Many small transactions"],
  ["OLAP", "Large reads"],
  ["hybrid", "Transactions and reports together"],
  ["general", "Third normal form first"],
  ["", "Third normal form first"],
])("advises for the use case %s", async (useCase, advice) => {
  expect(outside(await designSchema.render(context, { requirements, use_case: useCase }))).toContain(advice);
});

test("asks for more when everything is wanted", async () => {
  expect(await designSchema.render(context, { requirements, full_featured: "true" })).toContain(
    "In full: row security",
  );
  expect(await designSchema.render(context, { requirements })).toContain("Leave out history, partitioning");
});

test.each([
  ["use_case", "nosql", "Use one of: general, oltp, olap, hybrid."],
  ["full_featured", "yes", "Use one of: false, true."],
])("refuses an unknown %s and names the choices", async (name, value, next) => {
  await expect(designSchema.render(context, { requirements, [name]: value })).rejects.toMatchObject({
    code: "invalid_arguments",
    message: `${name} cannot be "${value}".`,
    details: { next },
  });
});

test(
  "starts from nothing in an empty database",
  async () => {
    const { readerUrl } = await createDatabase(() => []);
    const text = await designSchema.render(await createContext({ url: readerUrl }), { requirements });
    expect(outside(text)).toContain("The database is empty: choose the conventions, and say which.");
    expect(draftsOf(text, "U")[0]?.sql).toContain("CREATE TABLE public.new_table (\n  id bigint GENERATED");
    expect(text).not.toContain("Conventions, from");
  },
  SLOW,
);

test(
  "follows the kind of key that is there, and warns of names it cannot see",
  async () => {
    const { readerUrl } = await createDatabase((reader) => [
      'CREATE TABLE "Account" ("accountId" uuid DEFAULT gen_random_uuid() PRIMARY KEY)',
      "CREATE TABLE hidden (id int)",
      `GRANT SELECT ON "Account" TO ${reader}`,
    ]);
    const text = await designSchema.render(await createContext({ url: readerUrl }), { requirements });
    expect(fenced(text)).toContain('- keys: "accountId" uuid default (1)');
    expect(draftsOf(text, "U")[0]?.sql).toContain(
      '  "accountId" uuid DEFAULT gen_random_uuid() PRIMARY KEY,\n  parent_id uuid NOT NULL REFERENCES public."Account" ("accountId"),',
    );
    const blind = await createDatabase(() => ["CREATE TABLE hidden (id int)"]);
    const unseen = await designSchema.render(await createContext({ url: blind.readerUrl }), { requirements });
    expect(outside(unseen)).toContain("names may clash with tables that Postern cannot see");
  },
  SLOW,
);
