import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { startNeonProxy } from "../../scripts/local/neon-proxy.ts";
import { createHandlerDatabase, type HandlerDatabase, register, saying } from "../scripts/handler-database.ts";
import { installSamples } from "../scripts/handler-samples.ts";
import { createToolCaller, type ToolCaller } from "../scripts/tool-caller.ts";
import { startFaultyProxy } from "../support/faulty-proxy.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let database: HandlerDatabase | undefined;
let databaseUrl = "";
let role = "";

function owner(): HandlerDatabase["owner"] {
  if (database === undefined) throw new Error("there is no database");
  return database.owner;
}

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  database = await createHandlerDatabase();
  await installSamples(database.owner);
  ({ role, url: databaseUrl } = await database.connectAsNewRole());
  await database.owner.query(`GRANT SELECT ON weather, invoices TO ${role}; GRANT UPDATE ON invoices TO ${role}`);
  await database.owner.query("SELECT api.grant_mcp_use($1)", [role]);
  await database.owner.query(`ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON invoices USING (tenant_id = 'acme' OR current_setting('auth.user_id', true) = 'idp|root')`);
});

afterAll(async () => {
  await worker?.stop();
  await database?.drop();
});

const caller = (token: object = {}, policy: object = {}): Promise<ToolCaller> =>
  createToolCaller(worker?.url ?? new URL("http://x"), { databaseUrl, token, policy });

const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

const writer = { scopes: ["read", "write"] };

test("lists the database's tools with our own, sorted, and those that may write only to tokens with that scope", async () => {
  const reader = names((await (await caller()).rpc("tools/list")).tools);
  expect(reader).toEqual(reader.toSorted());
  expect(reader).toEqual(expect.arrayContaining(["query", "weather_in", "database_info", "strict"]));
  expect(reader).not.toContain("pay_invoice");
  const { tools } = await (await caller(writer)).rpc("tools/list");
  expect(names(tools)).toEqual(expect.arrayContaining(["pay_invoice", "repeat", "weather_in"]));
  expect(tools.find(({ name }: { name: string }) => name === "weather_in")).toMatchObject({
    inputSchema: { type: "object", required: ["city"] },
    outputSchema: { properties: { celsius: { type: "number" } } },
    annotations: { readOnlyHint: true, destructiveHint: false },
  });
  expect(tools.find(({ name }: { name: string }) => name === "pay_invoice")).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true },
  });
});

test("calls a tool in one round trip and gives its envelope's result as it is", async () => {
  const { tool } = await caller();
  expect(await tool("weather_in", { city: "Bergen" })).toEqual({
    text: '{"celsius": 8.5}',
    structured: { celsius: 8.5 },
    isError: false,
  });
  expect(await tool("weather_in", { city: "Atlantis" })).toMatchObject({
    isError: true,
    text: "No weather for Atlantis",
  });
});

test("costs one round trip to call a known handler, and none to find a tool of our own", async () => {
  const proxy = await startNeonProxy({});
  const own = await startWorkerOnSocket({ LOCAL_PROXY: proxy.address });
  const { rpc } = await createToolCaller(own.url, { databaseUrl });
  const trips = async (): Promise<number> =>
    ((await (await fetch(`http://${proxy.address}/stats`)).json()) as { sqlRequests: number }).sqlRequests;
  const cost = async (name: string, args: object): Promise<number> => {
    const before = await trips();
    await rpc("tools/call", { name, arguments: args });
    return (await trips()) - before;
  };
  await rpc("tools/call", { name: "weather_in", arguments: { city: "Cairo" } });
  expect(await cost("weather_in", { city: "Cairo" })).toBe(1);
  expect(await cost("query", { query: "SELECT 1" })).toBe(1);
  expect(await cost("server_info", {})).toBe(0);
  await own.stop();
  await proxy.close();
});

test("lists its own tools within seconds when the database keeps silent", async () => {
  const proxy = await startFaultyProxy(inject("proxyAddress"));
  const own = await startWorkerOnSocket({ LOCAL_PROXY: proxy.address });
  const { rpc } = await createToolCaller(own.url, { databaseUrl });
  proxy.fail("half-open");
  expect(names((await rpc("prompts/list")).prompts)).toContain("explore-database");
  await own.stop();
  await proxy.close();
}, 30_000);

test("checks arguments against the handler's schema before the database sees them", async () => {
  const { tool } = await caller();
  const answer = await tool("weather_in", { city: 5 });
  expect(answer).toMatchObject({ isError: true, structured: { code: "invalid_arguments" } });
  expect(answer.text).toContain("city");
  expect((await tool("weather_in", {})).structured.message).toContain("city");
});

test("lets a handler write only for a token that may, as the caller the token names", async () => {
  const reader = await caller();
  await expect(reader.rpc("tools/call", { name: "pay_invoice", arguments: { id: 1 } })).rejects.toMatchObject({
    code: -32602,
    data: { code: "tool_not_found" },
  });
  const payer = await caller({ ...writer, subject: "idp|ann" });
  expect(await payer.tool("pay_invoice", { id: 1 })).toMatchObject({ text: "Paid 120.50" });
  const { rows } = await owner().query("SELECT paid_by FROM invoices WHERE id = 1");
  expect(rows).toEqual([{ paid_by: "idp|ann" }]);
});

test("leaves to row level security what a handler sees, and hides what it raises", async () => {
  const payer = await caller(writer);
  expect((await payer.tool("pay_invoice", { id: 2 })).text).toBe("");
  const failed = await payer.tool("pay_invoice", { id: 1, fail: true });
  expect(failed).toMatchObject({ isError: true });
  expect(JSON.stringify(failed)).not.toMatch(/4111|bank/);
});

test("leaves one row of its own for each call of a handler, which says whether it failed", async () => {
  await register(owner(), { type: "tool", name: "moody", readOnly: true }, "BEGIN RAISE 'tell-nobody'; END;");
  const { rpc } = await caller({ subject: "idp|audited" }, { auditToDatabase: true });
  await rpc("tools/call", { name: "moody", arguments: { secret: "tell-nobody" } });
  await rpc("tools/call", { name: "weather_in", arguments: { city: "Cairo" } });
  const rows = async () =>
    (await owner().query("SELECT * FROM api.mcp_exchange WHERE user_id = 'idp|audited' ORDER BY id")).rows;
  await expect.poll(rows).toHaveLength(2);
  const written = (await rows()).toSorted((a, b) => (a.mcp_name < b.mcp_name ? -1 : 1));
  expect(written).toMatchObject([
    { source: "gateway", mcp_name: "moody", verdict: "failed", error_code: "handler_error" },
    { source: "gateway", mcp_name: "weather_in", verdict: "ok", error_code: null },
  ]);
  expect(JSON.stringify(written)).not.toContain("tell-nobody");
  await owner().query("SELECT api.drop_mcp_handler('moody')");
});

test("opens the transaction that a handler asks for", async () => {
  const payer = await caller(writer);
  expect(await payer.tool("strict", {})).toMatchObject({ text: "ok", isError: false });
  expect(await payer.tool("repeat", {})).toMatchObject({ text: "ok", isError: false });
});

test("reads resources and gets prompts of the database, for a read token too", async () => {
  const { rpc } = await caller();
  const { resourceTemplates } = await rpc("resources/templates/list");
  expect(resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toEqual([
    "invoice://{tenant}/{number}",
    "postgres:///{schema}/{table}",
  ]);
  const { contents } = await rpc("resources/read", { uri: "invoice://acme/1" });
  expect(JSON.parse(contents[0].text)).toMatchObject({ id: 1, total: 120.5 });
  expect(names((await rpc("prompts/list")).prompts)).toEqual(expect.arrayContaining(["explore-database", "reminder"]));
  expect(await rpc("prompts/get", { name: "reminder", arguments: { customer: "Ann" } })).toMatchObject({
    messages: [{ role: "user", content: { type: "text", text: "Remind Ann of the invoice, kindly." } }],
  });
  await expect(rpc("prompts/get", { name: "reminder", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  await expect(rpc("resources/read", { uri: "nothing://here" })).rejects.toMatchObject({ code: -32002 });
  const argument = { ref: { type: "ref/prompt", name: "reminder" }, argument: { name: "customer", value: "A" } };
  expect(await rpc("completion/complete", argument)).toEqual({ completion: { values: [], hasMore: false, total: 0 } });
});

test("keeps its own where names clash", async () => {
  await register(owner(), { type: "tool", name: "query", requiresAuth: false, readOnly: true }, saying("not me"));
  const { tool, rpc } = await caller();
  expect(names((await rpc("tools/list")).tools).filter((name) => name === "query")).toHaveLength(1);
  expect((await tool("query", { query: "SELECT 1" })).structured.rows).toEqual([[1]]);
  await owner().query("SELECT api.drop_mcp_handler('query')");
});

test("keeps its own where a handler's URI is that of a table", async () => {
  const uri = "postgres:///public/weather";
  const body = "BEGIN RETURN api.mcp_resource_result('[]', (request).request_id); END;";
  await register(owner(), { type: "resource", name: "shadow", uriTemplate: uri, readOnly: true }, body);
  const { rpc } = await caller();
  const { resources } = await rpc("resources/list");
  expect(resources.filter((resource: { uri: string }) => resource.uri === uri)).toHaveLength(1);
  expect((await rpc("resources/read", { uri })).contents).toHaveLength(1);
  await owner().query("SELECT api.drop_mcp_handler('shadow')");
});

test("serves a handler registered, replaced and dropped meanwhile as it is now", async () => {
  const { rpc, tool } = await caller();
  const listed = async (): Promise<string[]> => names((await rpc("tools/list")).tools);
  expect(await listed()).not.toContain("fresh");
  const id = crypto.randomUUID();
  const fresh = { id, type: "tool", name: "fresh", readOnly: true };
  await register(owner(), fresh, saying("one"));
  expect((await rpc("tools/call", { name: "fresh", arguments: {} })).content).toEqual([{ type: "text", text: "one" }]);
  expect(await listed()).toContain("fresh");
  await register(owner(), { ...fresh, description: "again" }, saying("two"));
  expect((await rpc("tools/call", { name: "fresh", arguments: {} })).content).toEqual([{ type: "text", text: "two" }]);
  expect((await rpc("tools/list")).tools.find(({ name }: { name: string }) => name === "fresh").description).toBe(
    "again",
  );
  await owner().query("SELECT api.drop_mcp_handler('fresh')");
  expect(await listed()).not.toContain("fresh");
  await expect(rpc("tools/call", { name: "fresh", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  expect((await tool("weather_in", { city: "Cairo" })).structured).toEqual({ celsius: 31 });
});

test("lists a handler that was taken from the role and given back as it is now", async () => {
  const { rpc } = await caller();
  const listed = async (): Promise<string[]> => names((await rpc("tools/list")).tools);
  await register(owner(), { type: "tool", name: "lent", readOnly: true }, saying("mine"));
  expect(await listed()).toContain("lent");
  await owner().query(`REVOKE EXECUTE ON FUNCTION api.mcp_tool_lent(api.mcp_request) FROM ${role}`);
  expect(await listed()).not.toContain("lent");
  await owner().query(`GRANT EXECUTE ON FUNCTION api.mcp_tool_lent(api.mcp_request) TO ${role}`);
  expect((await rpc("tools/call", { name: "lent", arguments: {} })).content).toEqual([{ type: "text", text: "mine" }]);
  expect(await listed()).toContain("lent");
  await owner().query("SELECT api.drop_mcp_handler('lent')");
});

test("finds the API in a database where it was not a moment ago", async () => {
  const late = await createHandlerDatabase();
  try {
    const { role: newRole, url } = await late.connectAsNewRole();
    const { rpc } = await createToolCaller(worker?.url ?? new URL("http://x"), { databaseUrl: url });
    expect(names((await rpc("tools/list")).tools)).not.toContain("database_info");
    await installPack(late.owner, { grantTo: [newRole] });
    expect(names((await rpc("tools/list")).tools)).toContain("database_info");
  } finally {
    await late.drop();
  }
});

test("narrows by tags and by names in the URL, and by the tenant's policy", async () => {
  await register(owner(), { type: "tool", name: "tagged", readOnly: true, tags: ["sales"] }, saying("x"));
  const { rpc } = await caller({}, { allowedTools: ["query", "tagged"] });
  expect(names((await rpc("tools/list")).tools)).toEqual(["query", "tagged"]);
  await expect(rpc("tools/call", { name: "weather_in", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  const all = await caller();
  const at = async (path: string): Promise<unknown> => {
    const response = await fetch(new URL(path, worker?.url), {
      method: "POST",
      headers: { ...all.headers, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { result, error } = (await response.json()) as { result?: { tools: { name: string }[] }; error?: object };
    return result === undefined ? error : names(result.tools);
  };
  expect(await at("/mcp?tools=query,weather_in")).toEqual(["query", "weather_in"]);
  const tagged = (await at("/mcp?tags=sales")) as string[];
  expect(tagged).toEqual(expect.arrayContaining(["query", "tagged"]));
  expect(tagged).not.toContain("weather_in");
  expect(await at("/mcp?tools=weather_on")).toMatchObject({ data: { code: "bad_request" } });
  await owner().query("SELECT api.drop_mcp_handler('tagged')");
});

test("shows a role without the grant nothing of the API", async () => {
  const stranger = await database?.connectAsNewRole();
  const { rpc } = await createToolCaller(worker?.url ?? new URL("http://x"), { databaseUrl: stranger?.url ?? "" });
  expect(names((await rpc("tools/list")).tools)).not.toContain("weather_in");
});

test("lists its own tools when the database does not answer", async () => {
  const gone = Object.assign(new URL(databaseUrl), { password: "wrong" }).href;
  const { rpc } = await createToolCaller(worker?.url ?? new URL("http://x"), { databaseUrl: gone });
  expect(names((await rpc("tools/list")).tools)).toContain("query");
  expect(names((await rpc("prompts/list")).prompts)).toContain("explore-database");
});
