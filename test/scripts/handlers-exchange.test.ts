import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  lastExchange,
  readOnly,
  request,
  somebody,
} from "./handler-database.ts";
import { installSamples } from "./handler-samples.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installSamples(client);
});
afterAll(() => database.drop());

test("logs a call with the names of its arguments and no value", async () => {
  await callTool(client, "pay_invoice", { id: 1, note: "my secret" }, { ...somebody, token_id: "tok1" });
  const exchange = await lastExchange(client);
  expect(exchange).toMatchObject({
    source: "handler",
    db_role: "postgres",
    request_id: "7",
    tenant_id: "acme",
    user_id: "test|ada",
    token_id: "tok1",
    method: "tools/call",
    mcp_type: "tool",
    mcp_name: "pay_invoice",
    verdict: "ok",
    error_code: null,
    sqlstate: null,
    request: { argumentNames: ["id", "note"] },
    response: null,
    detail: null,
  });
  expect(exchange["handler_id"]).toBe(await ask(client, "SELECT id FROM api.handler WHERE name = 'pay_invoice'"));
  expect(exchange["bytes"]).toBeGreaterThan(50);
  expect(JSON.stringify(exchange)).not.toContain("secret");
});

test("logs what it refused, and says why", async () => {
  await callTool(client, "no such tool");
  expect(await lastExchange(client)).toMatchObject({
    verdict: "refused",
    mcp_name: "no such tool",
    error_code: "-32602",
  });
  await callTool(client, "pay_invoice", {}, null);
  expect(await lastExchange(client)).toMatchObject({ verdict: "refused", error_code: "-32001", user_id: null });
  await request(client, "resources/read", { uri: `invoice://${"x".repeat(5000)}` });
  expect(JSON.stringify(await lastExchange(client)).length).toBeLessThan(3000);
});

test("keeps the detail of an exception for the DBA, and undoes what the handler did", async () => {
  const answer = await callTool(client, "pay_invoice", { id: 1, fail: true }, { user_id: "test|eve" });
  expect(answer.result).toEqual({ content: [{ type: "text", text: "Tool execution failed" }], isError: true });
  expect(await lastExchange(client)).toMatchObject({
    verdict: "failed",
    error_code: "tool_error",
    sqlstate: "P0001",
    response: { isError: true },
    detail: { message: "card 4111-1111 declined", detail: "bank says no" },
  });
  expect(await ask(client, "SELECT paid_by FROM invoices WHERE id = 1")).not.toBe("test|eve");
});

test("logs nothing in a READ ONLY transaction", async () => {
  const before = await ask(client, "SELECT count(*) FROM api.mcp_exchange");
  await readOnly(client, () => callTool(client, "weather_in", { city: "Cairo" }));
  await client.query("BEGIN READ ONLY");
  expect(await callTool(client, "pay_invoice", { id: 1 })).toHaveProperty("result.isError", true);
  await client.query("COMMIT");
  expect(await ask(client, "SELECT count(*) FROM api.mcp_exchange")).toBe(before);
});
