import type { Context } from "hono";
import { readConfig } from "../config.ts";
import { AppError } from "../errors.ts";
import { callKey } from "../mcp/call-key.ts";
import type { CallRecord } from "../mcp/call-record.ts";
import { cancelCall } from "../mcp/cancel-call.ts";
import { type Message, readMessage } from "../mcp/message.ts";
import { createRequestContext, type ServedContext } from "../mcp/request-context.ts";
import { saveExchange } from "../mcp/save-exchange.ts";
import { prepareWatch } from "../mcp/schema-watch.ts";
import { createServer } from "../mcp/server.ts";
import { takePlace } from "../mcp/tenant-load.ts";
import { checkWanted } from "../mcp/visible-tools.ts";
import { authenticate, type Caller } from "../tenants/authenticate.ts";
import { admit, checkRate } from "./admit.ts";
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
  const { caller, record } = await admit(c);
  const [body] = await Promise.all([readMcpBody(c.req.raw), checkRate(c, caller)]);
  return await serve(c, caller, record, body);
}

async function serve(c: Context<HttpEnv>, caller: Caller, record: CallRecord, body: unknown): Promise<Response> {
  const message = readMessage(body);
  if (message.method !== undefined) record.note({ method: message.method });
  const controller = new AbortController();
  const context = contextFor(c, caller, record, message, controller);
  // Before anything is served: a mistyped name must not go unnoticed.
  await checkWanted(context);
  const { cancels, listens } = message;
  // A listening client has a bound of its own, and cancelling makes room.
  if (!listens && cancels === undefined)
    record.onEnd(takePlace(caller.tenant.id, caller.tenant.policy.maxConcurrentCalls));
  if (cancels !== undefined) await cancelCall(context, callKey(caller.token.id, cancels));
  const watch = listens ? await prepareWatch(context, record) : undefined;
  return await exchangeMessage(c.req.raw, body, context.requestId, controller, (exchange) => ({
    createServer: (era) => createServer(context, exchange, era),
    ...(watch === undefined ? {} : { watch }),
  }));
}

function contextFor(
  c: Context<HttpEnv>,
  caller: Caller,
  record: CallRecord,
  message: Message,
  controller: AbortController,
): ServedContext {
  const kv = c.env.POSTERN_KV;
  const listIn = (name: string): string[] | undefined =>
    c.req
      .query(name)
      ?.split(",")
      .map((item) => item.trim());
  const context = createRequestContext(
    caller,
    { kv, config: readConfig(c.env), ai: c.env.AI },
    {
      requestId: c.get("requestId"),
      record,
      isStillAllowed: async () => (await authenticate(kv, c.req.header("authorization"))) !== undefined,
      key: callKey(caller.token.id, message.id),
      controller,
      tools: listIn("tools"),
      tags: listIn("tags"),
    },
  );
  if (caller.tenant.policy.auditToDatabase) record.alsoSave((entry) => saveExchange(context, entry));
  return context;
}
