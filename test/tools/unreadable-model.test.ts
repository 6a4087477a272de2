import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { modelsKey } from "../../src/tenants/record-keys.ts";
import { call, createCaller, type Reply } from "../support/worker.ts";

/** A caller whose tenant's models have keys that were sealed under a key that is gone. */
async function createLockedOut(): Promise<(name: string, args: object) => Promise<Reply["json"]>> {
  const { tenant, token } = await createCaller({ url: env.READER_URL });
  const model = { provider: "openai", sealed: { keyId: "gone", iv: "AAAA", data: "AAAA" } };
  await env.POSTERN_KV.put(modelsKey(tenant), JSON.stringify({ tenant, embedding: model, text: model }));
  return async (name, args) => (await call(token, "tools/call", { name, arguments: args })).json.result;
}

test("searches by keyword when the embedding model's key cannot be opened, and says so", async () => {
  const run = await createLockedOut();
  const { structuredContent, isError } = await run("similarity_search", {
    table_name: "content.documents",
    query_text: "copper",
  });
  expect(isError).toBeUndefined();
  expect(structuredContent.hits.length).toBeGreaterThan(0);
  expect(structuredContent.notes[0]).toBe(
    "The saved key of the embedding model cannot be opened. Searched by keyword only.",
  );
});

test("gives the schema to go on with when the text model's key cannot be opened", async () => {
  const run = await createLockedOut();
  const { structuredContent } = await run("query_database", { query: "How many orders were cancelled?" });
  expect(structuredContent).toMatchObject({
    code: "model_unreadable",
    next: expect.stringContaining("Write the SQL yourself"),
    schemaContext: expect.stringContaining("TABLE shop.orders ("),
  });
});
