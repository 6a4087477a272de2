import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import {
  ask,
  callTool,
  createHandlerDatabase,
  type HandlerDatabase,
  register,
  request,
  saying,
  textOf,
} from "./handler-database.ts";

let database: HandlerDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createHandlerDatabase();
  client = database.owner;
  await installPack(client);
});
afterAll(() => database.drop());

const tool = { type: "tool", name: "sample" };

test.each([
  ["metadata that is no object", [], /object/],
  ["no id", { ...tool, id: null }, /id is missing/],
  ["an id that is no UUID", { ...tool, id: "seven" }, /uuid/],
  ["no type", { name: "sample" }, /type must be/],
  ["another type", { ...tool, type: "rest" }, /type must be/],
  ["no name", { type: "tool" }, /name must be/],
  ["a name that is too long", { ...tool, name: "a".repeat(50) }, /name must be/],
  ["a name with a quote", { ...tool, name: 'a"b' }, /name must be/],
  ["a name with a line break", { ...tool, name: "a\n" }, /name must be/],
  ["a name that begins with a digit", { ...tool, name: "1a" }, /name must be/],
  ["a name of other letters", { ...tool, name: "été" }, /name must be/],
  ["a misspelt key", { ...tool, readonly: true }, /unknown key in metadata: readonly/],
  ["a text for a boolean", { ...tool, requiresAuth: "false" }, /requiresAuth has the wrong JSON type/],
  ["a number for a text", { ...tool, title: 5 }, /title has the wrong JSON type/],
  ["an empty schema", { ...tool, inputSchema: {} }, /inputSchema is not a JSON Schema/],
  ["a schema without keywords", { ...tool, inputSchema: { colour: "red" } }, /not a JSON Schema/],
  ["a schema with an unknown type", { ...tool, outputSchema: { type: "date" } }, /not a JSON Schema/],
  ["a schema for a text", { ...tool, inputSchema: { type: "string" } }, /"type": "object"/],
  ["a URI template of a tool", { ...tool, uriTemplate: "a:b" }, /for resources/],
  ["arguments of a tool", { ...tool, arguments: [] }, /for prompts/],
  ["a schema of a prompt", { type: "prompt", name: "sample", inputSchema: { type: "object" } }, /for tools/],
  ["arguments without names", { type: "prompt", name: "sample", arguments: [{ required: true }] }, /arguments must/],
  ["an odd requirement", { type: "prompt", name: "sample", arguments: [{ name: "a", required: 1 }] }, /arguments must/],
  ["tags that are no texts", { ...tool, tags: [1] }, /tags/],
  ["an unknown isolation level", { ...tool, minTransactionIsolation: "chaos" }, /minTransactionIsolation/],
  ["a resource without a template", { type: "resource", name: "sample" }, /needs a uriTemplate/],
])("refuses %s", async (_, metadata, message) => {
  const given = Array.isArray(metadata) ? metadata : { id: randomUUID(), ...metadata };
  const done = client.query("SELECT api.create_or_replace_mcp_handler($1, $2)", [JSON.stringify(given), saying("x")]);
  await expect(done).rejects.toThrow(message);
});

test.each([
  "{+a}",
  "{a,b}",
  "{a:3}",
  "{a*}",
  "{?a}",
  "{/a}",
  "{}",
  "{a",
  "a}",
  "{a}{b}",
  "{a}/{a}",
  "{a b}",
  "{{a}}",
  "x y",
  "é",
])("refuses the URI template x:%s", async (rest) => {
  const metadata = { type: "resource", name: "sample", uriTemplate: `x:${rest}` };
  await expect(register(client, metadata, saying("x"))).rejects.toThrow(/uriTemplate/);
});

test("refuses a URI template without a scheme", async () => {
  const metadata = { type: "resource", name: "sample", uriTemplate: "{a}/b" };
  await expect(register(client, metadata, saying("x"))).rejects.toThrow(/scheme/);
});

test.each(["", "  ", "BEGIN RETURN", "BEGIN; END; DROP TABLE api.handler"])(
  "refuses the body %j and registers nothing",
  async (body) => {
    await client.query("BEGIN");
    await client.query("SET LOCAL check_function_bodies = off; SAVEPOINT s");
    await expect(register(client, { ...tool, name: "broken" }, body)).rejects.toThrow();
    await client.query("ROLLBACK");
    expect(await ask(client, "SELECT count(*)::int FROM api.handler WHERE name = 'broken'")).toBe(0);
  },
);

test("fills in what the metadata leaves out", async () => {
  await register(client, tool, saying("x"));
  await register(client, { type: "resource", name: "sample_resource", uriTemplate: "x:y" }, "BEGIN END;");
  await register(client, { type: "prompt", name: "sample_prompt", title: null }, "BEGIN END;");
  const { rows } = await client.query(
    `SELECT mcp_type, requires_auth, read_only, min_transaction_isolation, input_schema, mime_type, arguments, tags
     FROM api.mcp_route WHERE name LIKE 'sample%' ORDER BY name`,
  );
  const shared = { requires_auth: true, read_only: false, min_transaction_isolation: "read committed", tags: [] };
  expect(rows).toEqual([
    { ...shared, mcp_type: "tool", input_schema: { type: "object" }, mime_type: null, arguments: null },
    { ...shared, mcp_type: "prompt", input_schema: null, mime_type: null, arguments: [] },
    { ...shared, mcp_type: "resource", input_schema: null, mime_type: "application/json", arguments: null },
  ]);
});

test("keeps names apart that differ only in case or punctuation", async () => {
  const names = ["a-b", "a.b", "a_b", "A_B", "ab"];
  for (const name of names) await register(client, { type: "tool", name, requiresAuth: false }, saying(name));
  for (const name of names) expect(textOf(await callTool(client, name))).toBe(name);
});

test("truncates no name", async () => {
  const names = ["x", "y"].map((end) => `${"n".repeat(48)}${end}`);
  for (const type of ["tool", "resource", "prompt"]) {
    const kind = type === "resource" ? { type, uriTemplate: "x:long" } : { type };
    for (const name of names) {
      await register(client, { ...kind, name }, saying(name));
      expect(await ask(client, "SELECT count(*)::int FROM pg_proc WHERE proname = $1", [`mcp_${type}_${name}`])).toBe(
        1,
      );
      await client.query("SELECT api.drop_mcp_handler($1)", [name]);
    }
  }
});

test("lets tools be called like the builders without harm to either", async () => {
  for (const name of ["result", "error"]) {
    await register(client, { type: "tool", name, requiresAuth: false }, saying(`the tool ${name}`));
    expect(textOf(await callTool(client, name))).toBe(`the tool ${name}`);
  }
  expect(await ask(client, "SELECT (api.mcp_tool_error('no', '1')).envelope")).toHaveProperty("result.isError", true);
});

test("keeps names unique over tools, resources and prompts", async () => {
  await register(client, { type: "tool", name: "taken" }, saying("x"));
  await expect(register(client, { type: "prompt", name: "taken" }, saying("x"))).rejects.toMatchObject({
    code: "23505",
  });
});

test("takes over no function that is not a handler's", async () => {
  await client.query(`CREATE FUNCTION api.mcp_tool_mine(request api.mcp_request) RETURNS api.mcp_response
    LANGUAGE sql RETURN api.mcp_tool_error('mine', (request).request_id)`);
  await expect(register(client, { type: "tool", name: "mine" }, saying("x"))).rejects.toThrow(/no handler's/);
  await register(client, { id: "00000000-0000-4000-8000-000000000001", type: "tool", name: "moving" }, saying("x"));
  const move = { id: "00000000-0000-4000-8000-000000000001", type: "tool", name: "mine" };
  await expect(register(client, move, saying("x"))).rejects.toThrow(/no handler's/);
});

test("replaces by id, also under another name and as another kind", async () => {
  const { role, client: user } = await database.connectAsNewRole();
  await client.query("SELECT api.grant_mcp_use($1)", [role]);
  const id = randomUUID();
  await register(client, { id, type: "tool", name: "first", requiresAuth: false }, saying("1"));
  await register(client, { id, type: "tool", name: "first", requiresAuth: false }, saying("2"));
  expect(textOf(await callTool(user, "first"))).toBe("2");
  await register(client, { id, type: "tool", name: "second", requiresAuth: false }, saying("3"));
  expect(await callTool(user, "first")).toHaveProperty("error.code", -32602);
  expect(textOf(await callTool(user, "second"))).toBe("3");
  const prompt = `BEGIN RETURN api.mcp_prompt_result('[]', (request).request_id); END`;
  await register(client, { id, type: "prompt", name: "second", requiresAuth: false }, prompt);
  expect(await request(user, "prompts/get", { name: "second" })).toHaveProperty("result.messages", []);
  expect(
    await ask(
      client,
      "SELECT array_agg(proname::text) FROM pg_proc WHERE proname LIKE 'mcp%\\_second' OR proname LIKE 'mcp%\\_first'",
    ),
  ).toEqual(["mcp_prompt_second"]);
});

test("registers again a handler whose function is gone", async () => {
  const id = randomUUID();
  await register(client, { id, type: "tool", name: "lost", requiresAuth: false }, saying("1"));
  await client.query("DROP FUNCTION api.mcp_tool_lost(api.mcp_request)");
  expect(await callTool(client, "lost")).toHaveProperty("error.message", "Tool not found: lost");
  await register(client, { id, type: "tool", name: "lost", requiresAuth: false }, saying("2"));
  expect(textOf(await callTool(client, "lost"))).toBe("2");
});

test("drops a handler with its function, once", async () => {
  await register(client, { type: "tool", name: "brief" }, saying("x"));
  expect(await ask(client, "SELECT api.drop_mcp_handler('brief')")).toBe(true);
  expect(await ask(client, "SELECT api.drop_mcp_handler('brief')")).toBe(false);
  expect(await ask(client, "SELECT to_regprocedure('api.mcp_tool_brief(api.mcp_request)')")).toBeNull();
});

test("runs a body as it was written, whatever quotation marks it holds", async () => {
  const id = randomUUID();
  const texts = fc.array(
    fc.constantFrom(
      "$",
      "$$",
      "$body$",
      "$handler_",
      "'",
      '"',
      "\\",
      "%s",
      "%I",
      "{",
      "\n",
      "é",
      "😀",
      "--",
      "/*",
      "a",
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (pieces) => {
      const text = pieces.join("");
      await register(
        client,
        { id, type: "tool", name: "quoting", requiresAuth: false },
        saying(text.replaceAll("'", "''")),
      );
      expect(textOf(await callTool(client, "quoting"))).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test("finds the tables its author saw, whatever the caller's search path", async () => {
  await client.query("CREATE SCHEMA mine; CREATE TABLE mine.greetings AS SELECT 'from mine'::text AS word");
  await client.query("SET search_path = mine");
  await register(
    client,
    { type: "tool", name: "pinned", requiresAuth: false },
    `
    BEGIN RETURN api.mcp_tool_result(jsonb_build_array(api.mcp_text((SELECT word FROM greetings))), (request).request_id); END`,
  );
  await client.query("SET search_path = pg_catalog; CREATE TEMP TABLE greetings AS SELECT 'from temp'::text AS word");
  expect(textOf(await callTool(client, "pinned"))).toBe("from mine");
  await client.query("RESET search_path");
});
