import { readMessage } from "../../src/mcp/message.ts";

/** A JSON-RPC message as its client wrote it, with what must be known to pass it on. */
export interface ClientMessage {
  readonly line: string;
  /** Undefined for what is answered with nothing: a notification, or the answer to a request of the server's. */
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether it stays open for as long as its client likes. */
  readonly listens: boolean;
  /** The id of the call that it cancels. */
  readonly cancels: unknown;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Throws a SyntaxError for what is no JSON; what is no JSON-RPC is for the Worker to refuse. */
export function readClientMessage(line: string): ClientMessage {
  const body: unknown = JSON.parse(line);
  const { id, method, params, result, error } = fieldsOf(body);
  const isUnanswered = method === undefined ? result !== undefined || error !== undefined : id === undefined;
  const { listens, cancels } = readMessage(body);
  return {
    line,
    id: isUnanswered ? undefined : (id ?? null),
    method: typeof method === "string" ? method : undefined,
    params: fieldsOf(params),
    listens,
    cancels,
  };
}
