import type http from "node:http";

/** The fields of a Postgres error in the order and spelling Neon's driver reads them. */
const POSTGRES_FIELDS = [
  ...["severity", "code", "detail", "hint", "position", "internalPosition", "internalQuery"],
  ...["where", "schema", "table", "column", "dataType", "constraint", "file", "line", "routine"],
] as const;

/** An error this proxy itself reports, with an SQLSTATE where one fits. */
export class ProxyError extends Error {
  readonly code: string | undefined;
  readonly status: number;

  constructor(message: string, code?: string, status = 400) {
    super(message);
    this.name = "ProxyError";
    this.code = code;
    this.status = status;
  }
}

/** Node reports a refused "localhost" as an AggregateError whose own message is empty. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(messageOf).join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** The server said it itself, with an SQLSTATE of its own. */
export function isFromServer(error: unknown): error is Error & { severity: unknown } {
  return error instanceof Error && "severity" in error;
}

/** A server's own refusal (bad password) passes through; a socket failure becomes SQLSTATE 08001. */
export function connectionError(error: unknown): unknown {
  if (error instanceof ProxyError || isFromServer(error)) return error;
  return new ProxyError(`Could not connect to the database: ${messageOf(error)}`, "08001");
}

/** True when the connection is gone, whether the server announced it (57P01) or not (08006). */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof ProxyError) return error.code === "08006";
  return isFromServer(error) && error.severity === "FATAL";
}

export function sendJson(response: http.ServerResponse, status: number, body: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  const text = JSON.stringify(body);
  // With its length, as Neon sends it: a reader can then tell at once whether the answer fits.
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}

export function sendError(response: http.ServerResponse, status: number, error: unknown): void {
  const source = new Map(Object.entries(error instanceof Error ? error : {}));
  const fields = POSTGRES_FIELDS.map((name) => [name, source.get(name) ?? null] as const);
  sendJson(response, error instanceof ProxyError ? error.status : status, {
    message: messageOf(error),
    ...Object.fromEntries(fields),
  });
}
