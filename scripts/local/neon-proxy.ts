import http from "node:http";
import { sendError, sendJson } from "./neon-proxy-errors.ts";
import { createPools } from "./neon-proxy-pools.ts";
import { handleSql } from "./neon-proxy-sql.ts";
import { attachWebSocket } from "./neon-proxy-websocket.ts";

export interface NeonProxyOptions {
  port?: number;
  /** Hosts to reach besides this machine. */
  allowHosts?: string[];
}

export interface NeonProxy {
  address: string;
  /** HTTP /sql round trips served so far. */
  requests(): number;
  close(): Promise<void>;
}

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "::1", "[::1]"];

/**
 * What Neon's edge offers, in front of any Postgres: POST /sql and the WebSocket /v2.
 * It reaches loopback hosts only, so it is no open relay for whoever finds the port.
 */
export async function startNeonProxy(options: NeonProxyOptions = {}): Promise<NeonProxy> {
  const hosts = new Set([...LOOPBACK_HOSTS, ...(options.allowHosts ?? [])]);
  const isAllowed = (host: string): boolean => hosts.has(host);
  const pools = createPools(isAllowed);
  let sqlRequests = 0;

  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://proxy");
    if (request.method === "GET" && pathname === "/stats") {
      sendJson(response, 200, { sqlRequests });
    } else if (request.method === "POST" && pathname === "/sql") {
      sqlRequests += 1;
      handleSql(request, response, pools).catch((error: unknown) => {
        sendError(response, 500, error);
      });
    } else {
      sendError(response, 404, new Error("Not found: this proxy serves /sql, /v2 and /stats"));
    }
  });
  const closeSockets = attachWebSocket(server, isAllowed);

  // Longer than the Worker keeps idle connections, so it never writes to one just closed here.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no TCP address");

  return {
    address: `127.0.0.1:${bound.port}`,
    requests: () => sqlRequests,
    close: async () => {
      closeSockets();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await pools.close();
    },
  };
}
