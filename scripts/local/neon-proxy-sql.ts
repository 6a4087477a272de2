import type http from "node:http";
import type pg from "pg";
import { ProxyError, sendError, sendJson } from "./neon-proxy-errors.ts";
import { cancelRunningStatement, type Pools } from "./neon-proxy-pools.ts";
import { runStatement, type Statement } from "./neon-proxy-statement.ts";

interface SqlBody extends Partial<Statement> {
  queries?: Statement[];
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

const ISOLATION_LEVELS = new Map([
  ["ReadUncommitted", "READ UNCOMMITTED"],
  ["ReadCommitted", "READ COMMITTED"],
  ["RepeatableRead", "REPEATABLE READ"],
  ["Serializable", "SERIALIZABLE"],
]);

async function readBody(request: http.IncomingMessage): Promise<SqlBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ProxyError("The request is too large", "54000", 413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as SqlBody;
  } catch (cause) {
    throw new ProxyError(`The request body is not JSON: ${String(cause)}`);
  }
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

async function runBody(client: pg.PoolClient, request: http.IncomingMessage, body: SqlBody): Promise<unknown> {
  const format = {
    arrayMode: header(request, "neon-array-mode") === "true",
    rawText: header(request, "neon-raw-text-output") === "true",
  };
  if (body.queries === undefined) {
    if (typeof body.query !== "string") throw new ProxyError("The request has no query");
    return runStatement(client, { ...body, query: body.query }, format);
  }
  await client.query(beginStatement(request));
  try {
    const results: unknown[] = [];
    for (const statement of body.queries) {
      results.push(await runStatement(client, statement, format));
    }
    await client.query("COMMIT");
    return { results };
  } catch (error) {
    // If the rollback fails too the connection is broken, and giving it back will notice.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** No setting, temporary table or prepared statement may reach whoever gets the connection next. */
async function giveBack(client: pg.PoolClient, cancelled: boolean): Promise<void> {
  // A late cancel could strike the next caller's statement, so that connection is not reused.
  if (cancelled) return client.release(true);
  try {
    await client.query("DISCARD ALL");
    client.release();
  } catch {
    // Not clean, whatever the reason: drop it.
    client.release(true);
  }
}

export async function handleSql(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  pools: Pools,
): Promise<void> {
  let client: pg.PoolClient | undefined;
  let finished = false;
  let cancelled = false;
  response.once("close", () => {
    if (finished) return;
    cancelled = true;
    if (client) cancelRunningStatement(client);
  });
  try {
    const connectionString = header(request, "neon-connection-string");
    if (!connectionString) throw new ProxyError("The neon-connection-string header is missing");
    const body = await readBody(request);
    client = await pools.connect(connectionString);
    const result = cancelled ? undefined : await runBody(client, request, body);
    finished = true;
    sendJson(response, 200, result);
  } catch (error) {
    finished = true;
    sendError(response, 400, error);
  }
  if (client) await giveBack(client, cancelled);
}
