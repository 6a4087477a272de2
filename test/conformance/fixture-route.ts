import type { Context } from "hono";
import { readConfig } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import { exchangeMessage } from "../../src/http/exchange-message.ts";
import type { HttpEnv } from "../../src/http/http-env.ts";
import { readMcpBody } from "../../src/http/mcp-body.ts";
import { checkOrigin } from "../../src/http/origin.ts";
import { createFixtureServer } from "./fixture-server.ts";
import { changes } from "./fixtures/change-tools.ts";
import { LOGGING_TOOL } from "./fixtures/notifying-tools.ts";

/** Postern's front with the suite's fixtures behind it instead of a database, and without tokens. */
export async function fixtureRoute(c: Context<HttpEnv>): Promise<Response> {
  checkOrigin(c.req.raw, readConfig(c.env).allowedOrigins);
  if (c.req.method !== "POST") throw new AppError("method_not_allowed", "Send each MCP message as a POST.");
  const body = await readMcpBody(c.req.raw);
  const request = calls(body, LOGGING_TOOL) ? takingOnlyStreams(c.req.raw) : c.req.raw;
  return await exchangeMessage(request, body, c.get("requestId"), new AbortController(), () => ({
    createServer: createFixtureServer,
    watch: () => changes,
  }));
}

function calls(body: unknown, tool: string): boolean {
  return (body as { params?: { name?: unknown } } | null)?.params?.name === tool;
}

/** Log messages need a stream, and Postern, which sends none, opens one unasked only for progress. */
function takingOnlyStreams({ url, method, headers, signal }: Request): Request {
  const narrowed = new Headers(headers);
  narrowed.set("accept", "text/event-stream");
  return new Request(url, { method, headers: narrowed, signal });
}
