import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, createHandlerDatabase, type HandlerDatabase } from "../scripts/handler-database.ts";
import { createToolCaller } from "../scripts/tool-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let database: HandlerDatabase | undefined;

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  database = await createHandlerDatabase();
});

afterAll(async () => {
  await worker?.stop();
  await database?.drop();
});

const listing = `
CREATE SCHEMA api;
CREATE TYPE api.mcp_response AS (envelope jsonb);
CREATE FUNCTION api.mcp_handle_request(jsonb, jsonb) RETURNS api.mcp_response LANGUAGE sql AS $$
  SELECT ROW(jsonb_build_object('jsonrpc', '2.0', 'id', 1, 'result', jsonb_build_object(
    'tools', '[{"name": "planted", "inputSchema": {"type": "object"}}]'::jsonb)))::api.mcp_response $$;
GRANT USAGE ON SCHEMA api TO PUBLIC`;

test("runs no API that somebody else than the owner of the database has planted", async () => {
  if (worker === undefined || database === undefined) throw new Error("nothing was started");
  const { owner } = database;
  const mallory = await database.connectAsNewRole();
  const reader = await database.connectAsNewRole();
  await owner.query(
    `GRANT CREATE ON DATABASE ${await ask<string>(owner, "SELECT current_database()")} TO ${mallory.role}`,
  );
  await mallory.client.query(listing);
  const { rpc } = await createToolCaller(worker.url, {
    databaseUrl: reader.url,
    token: { scopes: ["read", "write"], subject: "idp|ann" },
  });
  const isListed = async (): Promise<boolean> =>
    (await rpc("tools/list")).tools.some(({ name }: { name: string }) => name === "planted");
  expect(await isListed()).toBe(false);
  // Having the schema alone would not do: the function could still be changed.
  await owner.query("ALTER SCHEMA api OWNER TO CURRENT_USER");
  expect(await isListed()).toBe(false);
  await owner.query("ALTER FUNCTION api.mcp_handle_request OWNER TO CURRENT_USER");
  expect(await isListed()).toBe(true);
  await owner.query("DROP SCHEMA api CASCADE");
  await owner.query(
    `REVOKE CREATE ON DATABASE ${await ask<string>(owner, "SELECT current_database()")} FROM ${mallory.role}`,
  );
});

test("takes an API whose schema the role may not use for none", async () => {
  if (worker === undefined || database === undefined) throw new Error("nothing was started");
  const { owner } = database;
  const { url: databaseUrl } = await database.connectAsNewRole();
  await owner.query(`${listing}; REVOKE USAGE ON SCHEMA api FROM PUBLIC`);
  const { rpc } = await createToolCaller(worker.url, { databaseUrl });
  await expect(rpc("tools/call", { name: "planted", arguments: {} })).rejects.toThrow(/There is no tool "planted"/);
  await owner.query("DROP SCHEMA api CASCADE");
});
