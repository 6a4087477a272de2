import { afterEach, beforeEach, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { packStatus } from "../../scripts/handlers/pack-status.ts";
import { removePack } from "../../scripts/handlers/remove-pack.ts";
import {
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  register,
  saying,
  schemaContents,
} from "./handler-database.ts";

const EXAMPLES = ["database_info", "describe_table", "list_tables", "sql_assistant", "table_schema"];

let database: HandlerDatabase;
beforeEach(async () => {
  database = await createHandlerDatabase();
});
afterEach(() => database.drop());

const contents = (): Promise<string> => schemaContents(database.owner);

test("removes everything it installed", async () => {
  const { owner } = database;
  await installPack(owner);
  expect(await removePack(owner)).toEqual({ handlers: EXAMPLES, schemaDropped: true, exchangesKept: false });
  expect(await contents()).toBe("");
  expect(await packStatus(owner)).toEqual({ state: "absent" });
  expect(await installPack(owner)).toMatchObject({ outcome: "installed" });
});

test("removes the user's own handlers only when asked to", async () => {
  const { owner } = database;
  await installPack(owner);
  await register(owner, { type: "tool", name: "greet" }, saying("hello"));
  const before = await contents();
  await expect(removePack(owner)).rejects.toMatchObject({
    code: "conflict",
    details: { data: { handlers: ["greet"] } },
  });
  expect(await contents()).toBe(before);
  expect(await removePack(owner, { force: true })).toMatchObject({ handlers: [...EXAMPLES, "greet"].sort() });
  expect(await contents()).toBe("");
});

test("keeps a log that has rows unless asked not to", async () => {
  const { owner } = database;
  await installPack(owner);
  await callTool(owner, "unknown");
  expect(await removePack(owner)).toMatchObject({ schemaDropped: false, exchangesKept: true });
  expect(await packStatus(owner)).toEqual({ state: "exchange_only" });
  await installPack(owner);
  expect(await removePack(owner, { dropExchanges: true })).toMatchObject({ schemaDropped: true, exchangesKept: false });
});

test("keeps what else is in the schema, and stops at what depends on the pack", async () => {
  const { owner } = database;
  await installPack(owner);
  await owner.query("CREATE TABLE api.mine (id int); CREATE VIEW public.routes AS SELECT name FROM api.mcp_route");
  const before = await contents();
  await expect(removePack(owner)).rejects.toMatchObject({
    code: "sql_error",
    details: { sqlstate: "2BP01", next: expect.stringContaining("routes") },
  });
  expect(await contents()).toBe(before);
  await owner.query("DROP VIEW public.routes");
  expect(await removePack(owner)).toMatchObject({ schemaDropped: false });
  expect(await contents()).toMatch(/^relation \d+mine\nschema api.*\ntype \d+_mine\ntype \d+mine$/);
});
