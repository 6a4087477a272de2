import type { Socket } from "node:net";
import type pg from "pg";
import { cancelRunningStatement } from "./neon-proxy-cancel.ts";
import { isConnectionLoss, isFromServer, messageOf, ProxyError } from "./neon-proxy-errors.ts";
import type { ProxyLimits } from "./neon-proxy-limits.ts";
import type { Login, Pools } from "./neon-proxy-pools.ts";

/** One database connection while it serves one request. */
export interface Session {
  /** Runs a statement; without a bound of its own it may be silent as long as the limits allow. */
  query(config: pg.QueryConfig, silenceMs?: number): Promise<pg.QueryResult>;
  /** Cleans the connection for the next request, or drops it. */
  close(): Promise<void>;
}

/** pg has the socket, but does not declare it. */
const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

export async function openSession(
  { pools, limits }: { pools: Pools; limits: ProxyLimits },
  login: Login,
  signal: AbortSignal,
): Promise<Session> {
  const client = await pools.connect(login);
  const socket = socketOf(client);
  let received = 0;
  let failure: ProxyError | undefined;
  let cancelled: NodeJS.Timeout | undefined;

  /** Ends the statement at the server too: after a mere close it would run on until it next writes. */
  const abandon = (reason: ProxyError): void => {
    failure ??= reason;
    void cancelRunningStatement(client, login, limits.connectMs);
    socket.destroy();
  };
  const silent = (): void => {
    pools.retire(login);
    abandon(new ProxyError("The database stopped answering", "08006"));
  };
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= limits.maxResponseBytes || failure) return;
    // Neon's words and status, which the driver hands on.
    abandon(new ProxyError(`response is too large (max is ${limits.maxResponseBytes} bytes)`, undefined, 507));
  };
  const callerLeft = (): void => {
    void cancelRunningStatement(client, login, limits.connectMs);
    cancelled = setTimeout(() => socket.destroy(), limits.cancelMs);
  };

  const run = async (config: pg.QueryConfig, silenceMs: number): Promise<pg.QueryResult> => {
    socket.setTimeout(silenceMs);
    try {
      return await client.query(config);
    } catch (error) {
      if (failure) throw failure;
      const lost = socket.destroyed && !isFromServer(error);
      if (lost || isConnectionLoss(error)) pools.retire(login);
      if (!lost) throw error;
      throw new ProxyError(`The connection to the database was lost: ${messageOf(error)}`, "08006");
    }
  };

  // Before pg's own listener: a row too large to hold must not be put together first.
  socket.prependListener("data", count);
  socket.on("timeout", silent);
  signal.addEventListener("abort", callerLeft);

  return {
    async query(config, silenceMs = limits.silenceMs) {
      if (signal.aborted) throw new ProxyError("The caller has gone");
      return run(config, silenceMs);
    },
    async close() {
      signal.removeEventListener("abort", callerLeft);
      clearTimeout(cancelled);
      // A late cancel could strike the next caller's statement, so a cancelled connection is not reused.
      let reusable = cancelled === undefined && !socket.destroyed;
      try {
        // No setting, temporary table or prepared statement may reach whoever gets the connection next.
        if (reusable) await run({ text: "DISCARD ALL" }, limits.connectMs);
      } catch {
        reusable = false;
      }
      socket.off("data", count);
      socket.off("timeout", silent);
      socket.setTimeout(0);
      client.release(!reusable);
    },
  };
}
