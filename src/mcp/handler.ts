import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { RequestContext } from "../context.ts";
import { log } from "../log.ts";
import { createServer } from "./server.ts";

export type ResponseShape = "json" | "sse";

/** Serves one JSON-RPC message of either protocol era with a server made for it alone. */
export async function handleMcp(
  request: Request,
  body: unknown,
  context: RequestContext,
  shape: ResponseShape,
): Promise<Response> {
  if (await isLegacyRequest(request, body)) return await handleLegacy(request, body, context, shape);
  const handler = createMcpHandler(() => createServer(context), {
    legacy: "reject",
    responseMode: shape === "sse" ? "sse" : "auto",
    onerror: (error) => log("mcp_error", { requestId: context.requestId, name: error.name }),
  });
  return await handler.fetch(request, { parsedBody: body });
}

async function handleLegacy(
  request: Request,
  body: unknown,
  context: RequestContext,
  shape: ResponseShape,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: shape === "json" });
  await createServer(context).connect(transport);
  // The transport insists on both media types; what the client really accepts has been decided in `shape`.
  const headers = new Headers(request.headers);
  headers.set("accept", "application/json, text/event-stream");
  const readable = new Request(request.url, { method: "POST", headers, signal: request.signal });
  const response = await transport.handleRequest(readable, { parsedBody: completeInitialize(body) });
  return isRecord(body) && body["method"] === "resources/read" ? await restoreLegacyCode(response) : response;
}

/** The SDK gives an unknown resource its 2026-07-28 code in every revision; earlier ones expect -32002. */
async function restoreLegacyCode(response: Response): Promise<Response> {
  const text = await response.text();
  // Quotes inside a resource's text are escaped, so this matches only the error object itself.
  const restored = text.includes('"code":"resource_not_found"') ? text.replace('"code":-32602', '"code":-32002') : text;
  return new Response(restored, response);
}

/** Early clients send `initialize` with only a protocol version. */
function completeInitialize(body: unknown): unknown {
  if (!isRecord(body) || body["method"] !== "initialize" || !isRecord(body["params"])) return body;
  return { ...body, params: { capabilities: {}, clientInfo: { name: "unknown", version: "0" }, ...body["params"] } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
