import type http from "node:http";
import { ProxyError } from "./neon-proxy-errors.ts";
import type { OutputFormat, Statement } from "./neon-proxy-statement.ts";

/** What a POST /sql asks for. */
export interface SqlRequest {
  connectionString: string;
  /** The BEGIN of a batch; a single statement runs outside a transaction. */
  begin: string | undefined;
  statements: Statement[];
  format: OutputFormat;
}

const ISOLATION_LEVELS = new Map([
  ["ReadUncommitted", "READ UNCOMMITTED"],
  ["ReadCommitted", "READ COMMITTED"],
  ["RepeatableRead", "REPEATABLE READ"],
  ["Serializable", "SERIALIZABLE"],
]);

async function readBody(request: http.IncomingMessage, maxBytes: number): Promise<unknown> {
  const tooLarge = new ProxyError(`request is too large (max is ${maxBytes} bytes)`, undefined, 413);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open on the way out, so that the refusal can still be written.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    // The parse error would quote the body.
    throw new ProxyError("The request body is not JSON");
  }
}

function toStatement(value: unknown): Statement {
  const { query, params = [], arrayMode } = (value ?? {}) as Partial<Statement>;
  if (typeof query !== "string") throw new ProxyError("The request has no query");
  if (!Array.isArray(params)) throw new ProxyError("The params of a query are not a list");
  return { query, params, ...(arrayMode === undefined ? {} : { arrayMode }) };
}

function header(request: http.IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function beginStatement(request: http.IncomingMessage): string {
  const isolation = header(request, "neon-batch-isolation-level");
  const readOnly = header(request, "neon-batch-read-only");
  const level = isolation === undefined ? undefined : ISOLATION_LEVELS.get(isolation);
  if (isolation !== undefined && level === undefined) {
    throw new ProxyError(`Unknown isolation level: ${isolation}`, "22023");
  }
  const modes: string[] = [];
  if (level !== undefined) modes.push(`ISOLATION LEVEL ${level}`);
  if (readOnly === "true") modes.push("READ ONLY");
  if (readOnly === "false") modes.push("READ WRITE");
  if (header(request, "neon-batch-deferrable") === "true") modes.push("DEFERRABLE");
  return `BEGIN ${modes.join(", ")}`;
}

export async function readSqlRequest(request: http.IncomingMessage, maxBytes: number): Promise<SqlRequest> {
  const connectionString = header(request, "neon-connection-string");
  if (!connectionString) throw new ProxyError("The neon-connection-string header is missing");
  const body = await readBody(request, maxBytes);
  const { queries } = (body ?? {}) as { queries?: unknown };
  return {
    connectionString,
    begin: queries === undefined ? undefined : beginStatement(request),
    statements: Array.isArray(queries) ? queries.map(toStatement) : [toStatement(body)],
    format: {
      arrayMode: header(request, "neon-array-mode") === "true",
      rawText: header(request, "neon-raw-text-output") === "true",
    },
  };
}
