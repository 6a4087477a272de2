import type { Context } from "hono";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import { handleMcp } from "../mcp/handler.ts";
import { createRequestContext } from "../mcp/request-context.ts";
import { authenticate } from "../tenants/authenticate.ts";
import { chooseShape } from "./accept.ts";
import type { HttpEnv } from "./http-env.ts";
import { readJsonBody } from "./json-body.ts";
import { checkOrigin } from "./origin.ts";

/** From an HTTP request to one MCP exchange: origin, method, identity, rate, body, protocol. */
export async function mcpRoute(c: Context<HttpEnv>): Promise<Response> {
  const request = c.req.raw;
  const config = readConfig(c.env);
  checkOrigin(request, config.allowedOrigins);
  if (request.method !== "POST") {
    throw new AppError("method_not_allowed", "Postern is stateless: send each MCP message as a POST.");
  }
  const caller = await authenticate(c.env.POSTERN_KV, c.req.header("authorization"));
  if (caller === undefined) throw new AppError("unauthorized", "Unauthorized");
  c.set("tenant", caller.tenant.id);
  c.set("tokenId", caller.token.id);
  const { success } = await c.env.CALL_RATE.limit({ key: caller.token.id });
  if (!success)
    throw new AppError("rate_limited", "Too many calls with this token.", { next: "Wait, then go on more slowly." });
  const shape = chooseShape(request.headers.get("accept"));
  const body = await readJsonBody(request);
  if (Array.isArray(body))
    throw new AppError("bad_request", "Batches are not part of MCP any more: send one message per POST.");
  const context = createRequestContext(caller, config, c.get("requestId"), request.signal);
  const work = handleMcp(request, body, context, shape);
  // Keeps the invocation alive after the client has gone, so that cancelling the query gets through.
  c.executionCtx.waitUntil(
    work.then(
      () => undefined,
      () => undefined,
    ),
  );
  return await work;
}
