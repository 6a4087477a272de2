import type { ServerContext } from "@modelcontextprotocol/server";
import type { RequestContext } from "../context.ts";
import type { Exchange } from "./handler.ts";
import type { ServedContext } from "./request-context.ts";
import { enterCall } from "./running-calls.ts";

/** Runs a call so that it can be cancelled while it lasts and report progress where the client takes it. */
export async function trackCall<T>(
  context: ServedContext,
  ctx: ServerContext,
  exchange: Exchange,
  run: (context: RequestContext & Pick<ServedContext, "call">) => Promise<T>,
): Promise<T> {
  const leave = enterCall(context.call.key, context.call.controller);
  return await run({ ...context, ...progressOf(ctx, exchange) }).finally(leave);
}

function progressOf({ mcpReq }: ServerContext, { shape, flow }: Exchange): Pick<RequestContext, "reportProgress"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || shape === "json") return {};
  return {
    async reportProgress(progress, message, meta) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, message, _meta: meta },
      });
      await flow.sent();
    },
  };
}
