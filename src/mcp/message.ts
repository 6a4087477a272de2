/** What the edge must know of a JSON-RPC message before the protocol layer reads it. */
export interface Message {
  readonly id: unknown;
  /** If it is one of the protocol's. */
  readonly method: string | undefined;
  readonly isWellFormed: boolean;
  readonly wantsProgress: boolean;
  /** Whether it names the protocol revision it is written for, as messages do from 2026-07-28 on. */
  readonly claimsRevision: boolean;
  /** Whether it opens a stream of change notices. */
  readonly listens: boolean;
  /** The id of the call that this message cancels. */
  readonly cancels: unknown;
}

/** Those that may be logged; any other is a caller's own text. */
const methods: ReadonlySet<unknown> = new Set([
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "subscriptions/listen",
  "logging/setLevel",
  "notifications/initialized",
  "notifications/cancelled",
]);

export function readMessage(body: unknown): Message {
  const { jsonrpc, id, method, params } = fieldsOf(body);
  const { _meta: meta, requestId } = fieldsOf(params);
  return {
    id,
    method: methods.has(method) ? String(method) : undefined,
    isWellFormed: jsonrpc === "2.0" && typeof method === "string",
    wantsProgress: fieldsOf(meta)["progressToken"] !== undefined,
    claimsRevision: fieldsOf(meta)["io.modelcontextprotocol/protocolVersion"] !== undefined,
    listens: method === "subscriptions/listen",
    cancels: method === "notifications/cancelled" ? requestId : undefined,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
