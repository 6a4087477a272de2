import net from "node:net";
import pg from "pg";
import { connectionError, ProxyError } from "./neon-proxy-errors.ts";

export interface Pools {
  connect(connectionString: string): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 16;
const VERIFIED_TLS = new Set(["require", "verify-ca", "verify-full"]);

function tlsFor(mode: string | null): pg.PoolConfig["ssl"] {
  if (mode === "no-verify") return { rejectUnauthorized: false };
  return mode !== null && VERIFIED_TLS.has(mode);
}

function parse(connectionString: string, isAllowed: (host: string) => boolean): pg.PoolConfig {
  let url: URL;
  try {
    url = new URL(connectionString);
  } catch {
    // The parse error would repeat the string, password included.
    throw new ProxyError("The connection string is not a URL", "08001");
  }
  if (!isAllowed(url.hostname)) {
    throw new ProxyError(`The local proxy does not connect to ${url.hostname}`, "08001");
  }
  const options = url.searchParams.get("options");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || "postgres",
    ssl: tlsFor(url.searchParams.get("sslmode")),
    ...(options === null ? {} : { options }),
  };
}

/** One pool for each connection string: connections are never shared between two logins. */
export function createPools(isAllowed: (host: string) => boolean): Pools {
  const pools = new Map<string, pg.Pool>();

  const poolFor = (connectionString: string): pg.Pool => {
    const known = pools.get(connectionString);
    if (known) return known;
    const pool = new pg.Pool({
      ...parse(connectionString, isAllowed),
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks has already left the pool; the next query opens another.
    pool.on("error", () => undefined);
    pools.set(connectionString, pool);
    return pool;
  };

  return {
    async connect(connectionString) {
      const pool = poolFor(connectionString);
      try {
        return await pool.connect();
      } catch (error) {
        throw connectionError(error);
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

const CANCEL_REQUEST_CODE = 80_877_102;

/** What pg keeps for cancelling but does not declare in its types. */
interface Cancellable {
  host: string;
  port: number;
  processID: number;
  secretKey: number | Buffer;
}

/** Sends the wire protocol's CancelRequest, which needs a connection of its own. */
export function cancelRunningStatement(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Cancellable;
  const key = Buffer.isBuffer(secretKey) ? secretKey : Buffer.alloc(4);
  if (typeof secretKey === "number") key.writeInt32BE(secretKey);
  const head = Buffer.alloc(12);
  head.writeInt32BE(head.length + key.length, 0);
  head.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  head.writeInt32BE(processID, 8);
  const socket = net.connect({ host, port }, () => socket.end(Buffer.concat([head, key])));
  // Cancelling is best effort: if the server is gone, so is the statement.
  socket.on("error", () => undefined);
}
