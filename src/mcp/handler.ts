import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  type ProtocolEra,
  type Server,
  type ServerEventBus,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { log } from "../log.ts";
import type { Flow } from "./flow.ts";
import { readMessage } from "./message.ts";
import { withoutStackTraces } from "./without-stack-traces.ts";

/** What the client takes: one JSON body, or an event stream that can also carry progress. */
export type ResponseShape = "json" | "sse";

export interface Exchange {
  readonly requestId: string;
  readonly request: Request;
  readonly body: unknown;
  readonly shape: ResponseShape;
  readonly flow: Flow;
}

/** Who answers: a server made for this exchange alone, and where its change notices come from. */
export interface Respondent {
  createServer(era: ProtocolEra): Server | McpServer;
  /** Only for a message that listens. */
  readonly watch?: (onEnd: () => void) => ServerEventBus;
}

/** Serves one JSON-RPC message of either protocol era. */
export async function handleMcp(exchange: Exchange, respondent: Respondent): Promise<Response> {
  const { request, body, shape, requestId } = exchange;
  if (await isLegacy(request, body)) return await handleLegacy(exchange, respondent.createServer("legacy"));
  const handler: McpHttpHandler = createMcpHandler(() => respondent.createServer("modern"), {
    legacy: "reject",
    // Nothing is notified unless the client takes a stream, so "auto" means JSON otherwise.
    responseMode: shape === "sse" ? "sse" : "auto",
    ...(respondent.watch === undefined ? {} : { bus: respondent.watch(() => void handler.close()) }),
    onerror: (error) => log("mcp_error", { requestId, name: error.name }),
  });
  return await withoutStackTraces(() => handler.fetch(request, { parsedBody: body }));
}

/** The SDK's own verdict, without its cost where the message leaves no doubt. */
async function isLegacy(request: Request, body: unknown): Promise<boolean> {
  const { claimsRevision, isWellFormed } = readMessage(body);
  if (claimsRevision) return false;
  const header = request.headers.get("mcp-protocol-version");
  const isPlain = isWellFormed && (header === null || SUPPORTED_PROTOCOL_VERSIONS.includes(header));
  return isPlain || (await isLegacyRequest(request, body));
}

async function handleLegacy({ request, body, shape }: Exchange, server: Server | McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: shape === "json" });
  await server.connect(transport);
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
