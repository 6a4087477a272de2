import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type AdminState, type Answer, newState } from "./admin-state.ts";
import { countKeys, rewrap } from "./key-routes.ts";
import { answerTenants, type Fields } from "./tenant-routes.ts";

const LIMITS = { maxRows: { default: 1000, least: 1, most: 1000, what: "rows in one answer" } };

async function answer(state: AdminState, request: IncomingMessage): Promise<Answer> {
  const { method = "", url: path = "", headers } = request;
  const { pathname, searchParams: query } = new URL(path, "http://server");
  const body = JSON.parse((await text(request)) || "{}") as Fields;
  state.calls.push({ method, path, body });
  if (headers.authorization !== `Bearer ${state.adminToken}`) return { status: 401, body: { error: "Unauthorized" } };
  const parts = pathname.split("/").slice(2).map(decodeURIComponent);
  switch (parts.join("/")) {
    case "policy":
      return { status: 200, body: { limits: LIMITS } };
    case "keys":
      return countKeys(state, query.get("cursor") ?? undefined);
    case "keys/rewrap":
      return rewrap(state, body["cursor"]);
    default:
      return answerTenants(state, { method, parts, query, body });
  }
}

async function respond(state: AdminState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body, headers } = await answer(state, request);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

export type AdminServer = Awaited<ReturnType<typeof startAdminServer>>;

/** A small server that follows the contract of the admin API, in memory. */
export async function startAdminServer() {
  const state = newState("admin-secret-token");
  const server = createServer((request, response) => void respond(state, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve));
  return { state, url: `http://127.0.0.1:${port}`, close };
}
