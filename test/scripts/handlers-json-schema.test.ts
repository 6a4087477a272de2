import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { ask, createHandlerDatabase, type HandlerDatabase } from "./handler-database.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installPack(client);
});
afterAll(() => database.drop());

test.each([
  "{}",
  "[]",
  "true",
  '"object"',
  '{"type":"date"}',
  '{"type":[]}',
  '{"required":"a"}',
  '{"required":[1]}',
  '{"properties":[]}',
  '{"properties":{"a":{"type":"date"}}}',
  '{"items":{"type":5}}',
  '{"colour":1}',
])("does not take %s for a JSON Schema", async (text) => {
  await expect(client.query("SELECT $1::jsonb::api.json_schema", [text])).rejects.toMatchObject({ code: "23514" });
});

test.each([
  '{"type":"object"}',
  '{"type":["string","null"]}',
  '{"$ref":"#/x"}',
  '{"properties":{"type":{},"required":true}}',
  '{"required":[]}',
  '{"anyOf":[]}',
])("takes %s for a JSON Schema", async (text) => {
  expect(await ask(client, "SELECT $1::jsonb::api.json_schema", [text])).toEqual(JSON.parse(text));
});
