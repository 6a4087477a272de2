import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installPack } from "../../scripts/handlers/install-pack.ts";
import { createHandlerDatabase, type HandlerDatabase, register, saying } from "../scripts/handler-database.ts";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let database: HandlerDatabase | undefined;
const patience = { timeout: 15_000, interval: 100 };

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  database = await createHandlerDatabase();
  await installPack(database.owner);
});

afterAll(async () => {
  await worker?.stop();
  await database?.drop();
});

test("tells a listening client of handlers that come, change and go", async () => {
  if (database === undefined || worker === undefined) throw new Error("nothing was started");
  const { role, url: databaseUrl } = await database.connectAsNewRole();
  await database.owner.query("SELECT api.grant_mcp_use($1)", [role]);
  const headers = await createSocketCaller(worker.url, { databaseUrl, policy: { watchIntervalMs: 200 } });
  const client = new Client(
    { name: "listener", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const notices: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => void notices.push("tools"));
  client.setNotificationHandler("notifications/prompts/list_changed", () => void notices.push("prompts"));
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", worker.url), { requestInit: { headers } }));
  await client.listen({ toolsListChanged: true, promptsListChanged: true });
  const heard = async (what: string, cause: () => Promise<unknown>): Promise<void> => {
    const before = notices.filter((notice) => notice === what).length;
    await cause();
    await vi.waitFor(
      () => expect(notices.filter((notice) => notice === what).length).toBeGreaterThan(before),
      patience,
    );
  };
  const { owner } = database;
  const id = crypto.randomUUID();
  await heard("tools", () => register(owner, { id, type: "tool", name: "news", readOnly: true }, saying("one")));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("news");
  await heard("tools", () =>
    register(owner, { id, type: "tool", name: "news", readOnly: true, description: "changed" }, saying("two")),
  );
  await heard("prompts", () =>
    register(owner, { type: "prompt", name: "asks", arguments: [] }, "BEGIN RETURN NULL; END;"),
  );
  await heard("tools", () => owner.query("SELECT api.drop_mcp_handler('news')"));
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("news");
  await client.close();
}, 60_000);

test("listens to a database that cannot list its handlers, and tells when it can again", async () => {
  if (database === undefined || worker === undefined) throw new Error("nothing was started");
  const { role, url: databaseUrl } = await database.connectAsNewRole();
  await database.owner.query("SELECT api.grant_mcp_use($1)", [role]);
  await database.owner.query(`REVOKE EXECUTE ON FUNCTION api.mcp_list_tools FROM ${role}`);
  const headers = await createSocketCaller(worker.url, { databaseUrl, policy: { watchIntervalMs: 200 } });
  const client = new Client(
    { name: "listener", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const notices: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => void notices.push("tools"));
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", worker.url), { requestInit: { headers } }));
  await client.listen({ toolsListChanged: true });
  await database.owner.query(`GRANT EXECUTE ON FUNCTION api.mcp_list_tools TO ${role}`);
  await vi.waitFor(() => expect(notices).toContain("tools"), patience);
  await client.close();
}, 60_000);
