import { beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../src/context.ts";
import { prompts } from "../../src/prompts/registry.ts";
import { fenced } from "../support/fenced-table.ts";
import { createContext } from "./prompt-context.ts";
import { createDatabase, SLOW } from "./scratch-database.ts";

const TABLES = 2000;
/** About four thousand tokens. */
const MAX_CHARACTERS = 16_000;

const args: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "design-schema": {
    requirements: Array.from({ length: 60 }, (_, index) => `table_with_a_long_name_${String(index)}`).join(" "),
  },
  "diagnose-query-issue": {
    query: Array.from({ length: 60 }, (_, index) => `table_with_a_long_name_${String(index)}`).join(" "),
  },
  "explore-database": {},
  "setup-semantic-search": { query_text: "anything" },
};
let context: RequestContext;

beforeAll(async () => {
  // No value that could be long, so that no table needs a second one to store it.
  const columns = Array.from({ length: 35 }, (_, index) => `a_column_with_a_rather_long_name_${String(index)} int`);
  const create = (from: number) =>
    `DO $$ BEGIN FOR i IN ${String(from + 1)}..${String(from + 500)} LOOP EXECUTE format(
       'CREATE TABLE %I.table_with_a_long_name_%s (${columns.join()}, body varchar(40))',
       CASE WHEN i % 20 = 0 THEN 'schema_' || i ELSE 'many' END, i);
     END LOOP; END $$`;
  const { readerUrl } = await createDatabase((reader) => [
    "CREATE SCHEMA many CREATE TABLE hub (id int PRIMARY KEY)",
    "DO $$ BEGIN FOR i IN 0..2000 BY 20 LOOP EXECUTE format('CREATE SCHEMA schema_%s', i); END LOOP; END $$",
    ...[0, 500, 1000, 1500].map(create),
    "ALTER TABLE many.table_with_a_long_name_1 ADD hub_id int REFERENCES many.hub",
    `COMMENT ON TABLE many.table_with_a_long_name_1 IS '${"A long comment. ".repeat(100)}'`,
    `GRANT pg_read_all_data TO ${reader}`,
  ]);
  context = await createContext({ url: readerUrl });
}, SLOW);

test.each(prompts.map((prompt) => [prompt.name, prompt] as const))(
  "%s stays short for a database of two thousand tables",
  async (name, prompt) => {
    const given = args[name] ?? {};
    const text = await prompt.render(context, given);
    const own = Object.values(given).reduce((total, value) => total + value.length, 0);
    expect(text.length - own).toBeLessThan(MAX_CHARACTERS);
    expect(fenced(text)).toContain("table_with_a_long_name_");
    expect(fenced(text)).toMatch(/\(and \d+ more schemas\)/);
  },
  SLOW,
);

test("says how many relations it leaves out, and shows the most referred to in full", async () => {
  const text = fenced((await prompts.find(({ name }) => name === "explore-database")?.render(context, {})) ?? "");
  expect(text).toContain("\nThe most referred to first:\nmany.hub: table");
  const shown = text.match(/^\S+: table/gm)?.length ?? 0;
  expect(text).toContain(`(and ${(TABLES + 1 - shown).toLocaleString("en-US")} more relations)`);
  expect(text).toContain("and 6 more columns");
});
