import type { HandlerCalls } from "../context.ts";
import { ownStatement } from "../sql/own-statement.ts";
import { openEnvelope } from "./envelope.ts";
import type { Handler } from "./handler.ts";

const dispatch = ownStatement`SELECT (api.mcp_handle_request($1::jsonb, $2::jsonb)).envelope::text`;

const methods = {
  tool: "tools/call",
  resource: "resources/read",
  template: "resources/read",
  prompt: "prompts/get",
} as const;

/** Has the database run a handler, in one round trip and in the transaction it asks for; returns its result. */
export async function invokeHandler(
  { call, caller, maxBytes }: HandlerCalls,
  { kind, name, mode }: Handler,
  params: object,
): Promise<Readonly<Record<string, unknown>>> {
  // The client's own id is put back by the protocol layer.
  const request = { jsonrpc: "2.0", id: 1, method: methods[kind], params };
  const [text] = await call(dispatch, [JSON.stringify(request), JSON.stringify(caller)], mode);
  return openEnvelope(text, maxBytes, name);
}
