import type { Context } from "hono";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import { callKey } from "../mcp/call-key.ts";
import { cancelCall } from "../mcp/cancel-call.ts";
import { readMessage } from "../mcp/message.ts";
import { createRequestContext } from "../mcp/request-context.ts";
import { takeSnapshot, watchSchema } from "../mcp/schema-watch.ts";
import { createServer } from "../mcp/server.ts";
import { visibleTools } from "../mcp/visible-tools.ts";
import { authenticate, type Caller } from "../tenants/authenticate.ts";
import { exchangeMessage } from "./exchange-message.ts";
import type { HttpEnv } from "./http-env.ts";
import { checkOrigin } from "./origin.ts";
import { readMcpBody } from "./mcp-body.ts";

/** From an HTTP request to one MCP exchange: origin, method, identity, rate, body, protocol. */
export async function mcpRoute(c: Context<HttpEnv>): Promise<Response> {
  checkOrigin(c.req.raw, readConfig(c.env).allowedOrigins);
  if (c.req.method !== "POST") {
    throw new AppError("method_not_allowed", "Postern is stateless: send each MCP message as a POST.");
  }
  const caller = await authenticate(c.env.POSTERN_KV, c.req.header("authorization"));
  if (caller === undefined) throw new AppError("unauthorized", "Unauthorized");
  c.set("tenant", caller.tenant.id);
  c.set("tokenId", caller.token.id);
  const [body] = await Promise.all([readMcpBody(c.req.raw), checkRate(c, caller)]);
  return await serve(c, caller, body);
}

async function checkRate(c: Context<HttpEnv>, { token }: Caller): Promise<void> {
  const { success } = await c.env.CALL_RATE.limit({ key: token.id });
  if (success) return;
  throw new AppError("rate_limited", "Too many calls with this token.", { next: "Wait, then go on more slowly." });
}

async function serve(c: Context<HttpEnv>, caller: Caller, body: unknown): Promise<Response> {
  const { id, cancels, listens } = readMessage(body);
  const controller = new AbortController();
  const context = createRequestContext(caller, readConfig(c.env), {
    requestId: c.get("requestId"),
    tokenId: caller.token.id,
    isStillAllowed: async () => (await authenticate(c.env.POSTERN_KV, c.req.header("authorization"))) !== undefined,
    key: callKey(caller.token.id, id),
    controller,
    tools: c.req
      .query("tools")
      ?.split(",")
      .map((name) => name.trim()),
  });
  // Before anything is served: a mistyped name must not go unnoticed.
  if (context.call.tools !== undefined) visibleTools(context, context.call.tools);
  if (cancels !== undefined) await cancelCall(context, callKey(caller.token.id, cancels));
  const snapshot = listens ? await takeSnapshot(context) : undefined;
  return await exchangeMessage(c.req.raw, body, context.requestId, controller, (exchange) => ({
    createServer: (era) => createServer(context, exchange, era),
    ...(snapshot === undefined ? {} : { watch: (onEnd) => watchSchema(context, snapshot, onEnd) }),
  }));
}
