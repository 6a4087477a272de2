import type http from "node:http";
import { isConnectionLoss, sendError, sendJson } from "./neon-proxy-errors.ts";
import type { ProxyLimits } from "./neon-proxy-limits.ts";
import type { Login, Pools } from "./neon-proxy-pools.ts";
import { readSqlRequest, type SqlRequest } from "./neon-proxy-request.ts";
import { openSession, type Session } from "./neon-proxy-session.ts";
import { runStatement } from "./neon-proxy-statement.ts";

export interface SqlServer {
  pools: Pools;
  limits: ProxyLimits;
}

/**
 * Opens the transaction, a second time if the connection it was given had died in the pool.
 * Nothing of the caller's has been sent until BEGIN is answered, so that repeats nothing.
 */
async function begin(server: SqlServer, login: Login, text: string, signal: AbortSignal): Promise<Session> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await openSession(server, login, signal);
    try {
      await session.query({ text }, server.limits.connectMs);
      return session;
    } catch (error) {
      await session.close();
      if (attempt > 1 || signal.aborted || !isConnectionLoss(error)) throw error;
    }
  }
}

async function runBatch(session: Session, { statements, format }: SqlRequest): Promise<unknown> {
  try {
    const results: unknown[] = [];
    for (const statement of statements) {
      results.push(await runStatement(session, statement, format));
    }
    await session.query({ text: "COMMIT" });
    return { results };
  } catch (error) {
    // If the rollback fails too the connection is broken, and closing the session will notice.
    await session.query({ text: "ROLLBACK" }).catch(() => undefined);
    throw error;
  }
}

async function runSingle(session: Session, { statements, format }: SqlRequest): Promise<unknown> {
  const [statement] = statements;
  return statement && runStatement(session, statement, format);
}

export async function handleSql(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  server: SqlServer,
): Promise<void> {
  const caller = new AbortController();
  const left = (): void => caller.abort();
  response.once("close", left);
  const answered = (): void => {
    response.off("close", left);
    // From here on a caller who stops reading is only holding memory.
    response.setTimeout(server.limits.idleMs);
  };
  let session: Session | undefined;
  try {
    const wanted = await readSqlRequest(request, server.limits.maxBodyBytes);
    const login = server.pools.login(wanted.connectionString);
    session = await (wanted.begin === undefined
      ? openSession(server, login, caller.signal)
      : begin(server, login, wanted.begin, caller.signal));
    const run = wanted.begin === undefined ? runSingle : runBatch;
    const result = await run(session, wanted);
    answered();
    sendJson(response, 200, result);
  } catch (error) {
    answered();
    // The rest of a request that was not read is not worth reading.
    if (!request.complete) response.setHeader("connection", "close");
    sendError(response, 400, error);
  }
  await session?.close();
}
