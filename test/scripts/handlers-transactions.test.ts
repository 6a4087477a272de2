import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, callTool, createHandlerDatabase, type HandlerDatabase, textOf } from "./handler-database.ts";
import { installSamples } from "./handler-samples.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installSamples(client);
});
afterAll(() => database.drop());

test("runs a read-only handler only in a READ ONLY transaction", async () => {
  expect(await callTool(client, "weather_in", { city: "Cairo" })).toMatchObject({
    error: { code: -32600, data: { code: "pgmi.transaction_read_only_required" } },
  });
});

test("asks for the isolation level a handler needs", async () => {
  const isolated = async (name: string, mode: string) => {
    await client.query(`BEGIN ISOLATION LEVEL ${mode}`);
    const answer = await callTool(client, name);
    await client.query("ROLLBACK");
    return answer.error?.data ?? textOf(answer);
  };
  const weak = { code: "pgmi.transaction_isolation_too_weak" };
  expect(await isolated("repeat", "READ COMMITTED")).toMatchObject({
    ...weak,
    required: "repeatable read",
    current: "read committed",
  });
  expect(await isolated("repeat", "REPEATABLE READ")).toBe("ok");
  expect(await isolated("repeat", "SERIALIZABLE")).toBe("ok");
  expect(await isolated("strict", "REPEATABLE READ, READ ONLY")).toMatchObject(weak);
  expect(await isolated("strict", "SERIALIZABLE, READ ONLY")).toBe("ok");
});

test.each([
  ["tools/call", "strict", null, ["serializable", true, true]],
  ["tools/call", "repeat", null, ["repeatable read", false, false]],
  ["tools/call", "repeat", "read committed", ["repeatable read", false, false]],
  ["tools/call", "repeat", "Serializable", ["serializable", false, false]],
  ["tools/call", "weather_in", null, ["read committed", true, false]],
  ["tools/call", "weather_in", "serializable", ["serializable", true, true]],
  ["tools/call", "pay_invoice", null, ["read committed", false, false]],
  ["tools/call", "nobody", null, ["read committed", true, false]],
  ["prompts/get", "reminder", "repeatable-read", ["repeatable read", false, false]],
  ["tools/list", "x", null, ["read committed", true, false]],
])("says which transaction %s of %s needs", async (method, name, requested, policy) => {
  const { rows } = await client.query({
    text: "SELECT * FROM api.mcp_request_policy($1, $2)",
    values: [JSON.stringify({ method, params: { name } }), requested],
    rowMode: "array",
  });
  expect(rows).toEqual([policy]);
});

test("has a policy for resources and for what is no request, but none for an unknown level", async () => {
  const policy = (message: unknown, level: string | null = null) =>
    ask(client, "SELECT (api.mcp_request_policy($1, $2)).transaction_read_only", [JSON.stringify(message), level]);
  expect(await policy({ method: "resources/read", params: { uri: "invoice://a/1" } })).toBe(false);
  expect(await policy({ method: "resources/read", params: { uri: "postgres:///a/b" } })).toBe(true);
  for (const odd of [null, [], "x", { method: 5 }, { method: "tools/call" }, { method: "tools/call", params: [] }]) {
    expect(await policy(odd)).toBe(true);
  }
  await expect(policy({}, "chaos")).rejects.toMatchObject({ code: "22023" });
});

test("shows what a gateway needs to know of every handler at once", async () => {
  const { rows } = await client.query(
    "SELECT name, read_only, min_transaction_isolation FROM api.mcp_route WHERE name IN ('strict', 'pay_invoice') ORDER BY name",
  );
  expect(rows).toEqual([
    { name: "pay_invoice", read_only: false, min_transaction_isolation: "read committed" },
    { name: "strict", read_only: true, min_transaction_isolation: "serializable" },
  ]);
  expect(await ask(client, "SELECT count(*)::int FROM api.handler WHERE handler_type LIKE 'mcp_%'")).toBeGreaterThan(5);
});
