import http from "node:http";
import { sendError, sendJson } from "./neon-proxy-errors.ts";
import { DEFAULT_LIMITS, type ProxyLimits } from "./neon-proxy-limits.ts";
import { createPools } from "./neon-proxy-pools.ts";
import { handleSql } from "./neon-proxy-sql.ts";
import { createTargets, formatTarget, type TargetRules } from "./neon-proxy-targets.ts";
import { attachWebSocket } from "./neon-proxy-websocket.ts";

export interface NeonProxyOptions extends TargetRules {
  port?: number | undefined;
  /** Address to listen on: this machine only, unless given. */
  listen?: string | undefined;
  limits?: Partial<ProxyLimits>;
}

export interface NeonProxy {
  address: string;
  /** HTTP /sql round trips served so far. */
  requests(): number;
  /** Lets running requests end for so long, then closes. */
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * What Neon's edge offers, in front of any Postgres: POST /sql and the WebSocket /v2.
 * It reaches loopback hosts only, unless told otherwise, so it is no open relay for whoever finds the port.
 */
export async function startNeonProxy(options: NeonProxyOptions = {}): Promise<NeonProxy> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const targets = createTargets(options);
  const pools = createPools(targets, limits);
  let sqlRequests = 0;
  let draining = false;

  const server = http.createServer((request, response) => {
    // A connection whose last answer is out counts as idle only once this event has passed.
    response.once("close", () => draining && setImmediate(() => server.closeIdleConnections()));
    const { pathname } = new URL(request.url ?? "/", "http://proxy");
    if (request.method === "GET" && pathname === "/stats") {
      sendJson(response, 200, { sqlRequests, webSockets: sockets.opened(), openWebSockets: sockets.open() });
    } else if (request.method === "POST" && pathname === "/sql") {
      sqlRequests += 1;
      handleSql(request, response, { pools, limits }).catch((error: unknown) => {
        sendError(response, 500, error);
      });
    } else {
      sendError(response, 404, new Error("Not found: this proxy serves /sql, /v2 and /stats"));
    }
  });
  const sockets = attachWebSocket(server, targets, limits);

  server.maxConnections = limits.maxConnections;
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = limits.requestMs;
  // Longer than the Worker keeps idle connections, so it never writes to one just closed here.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.listen ?? "127.0.0.1", resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The proxy has no TCP address");

  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    sockets.terminateAll();
    server.close();
    server.closeAllConnections();
    await closed;
    await pools.close();
  };

  return {
    address: formatTarget({ host: bound.address, port: bound.port }),
    requests: () => sqlRequests,
    async drain(graceMs) {
      draining = true;
      server.close();
      sockets.endAll();
      const timer = setTimeout(() => void (closing ??= close()), graceMs);
      await closed;
      clearTimeout(timer);
      await (closing ??= close());
    },
    close: () => (closing ??= close()),
  };
}
