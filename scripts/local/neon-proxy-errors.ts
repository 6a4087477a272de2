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
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(messageOf).join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}

/** A server's own refusal (bad password) passes through; a socket failure becomes SQLSTATE 08001. */
export function connectionError(error: unknown): unknown {
  if (error instanceof Error && "severity" in error) return error;
  return new ProxyError(`Could not connect to the database: ${messageOf(error)}`, "08001");
}

export function sendJson(response: http.ServerResponse, status: number, body: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export function sendError(response: http.ServerResponse, status: number, error: unknown): void {
  const source = new Map(Object.entries(error instanceof Error ? error : {}));
  const fields = POSTGRES_FIELDS.map((name) => [name, source.get(name) ?? null] as const);
  sendJson(response, error instanceof ProxyError ? error.status : status, {
    message: messageOf(error),
    ...Object.fromEntries(fields),
  });
}
