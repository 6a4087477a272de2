import pg from "pg";
import { connectionError, ProxyError } from "./neon-proxy-errors.ts";
import type { ProxyLimits } from "./neon-proxy-limits.ts";
import type { Target, Targets, TlsOptions } from "./neon-proxy-targets.ts";

/** A login to one database: what the connection string says, checked and taken apart. */
export interface Login {
  connectionString: string;
  target: Target;
  tls: TlsOptions;
  config: pg.PoolConfig;
}

export interface Pools {
  login(connectionString: string): Login;
  connect(login: Login): Promise<pg.PoolClient>;
  /** Makes the next connection a new one, after an old one turned out dead: the others may be as well. */
  retire(login: Login): void;
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 10_000;

function parse(connectionString: string, targets: Targets): Login {
  let url: URL;
  try {
    url = new URL(connectionString);
  } catch {
    // The parse error would repeat the string, password included.
    throw new ProxyError("The connection string is not a URL", "08001");
  }
  const target = targets.require({ host: url.hostname, port: Number(url.port || 5432) });
  const tls = targets.tls(target, url.searchParams.get("sslmode"));
  const options = url.searchParams.get("options");
  const config = {
    ...target,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || "postgres",
    ssl: tls,
    ...(options === null ? {} : { options }),
  };
  return { connectionString, target, tls, config };
}

/** One pool for each connection string: connections are never shared between two logins. */
export function createPools(targets: Targets, limits: ProxyLimits): Pools {
  const current = new Map<string, pg.Pool>();
  /** Retired ones too, until their last connection has gone. */
  const all = new Set<pg.Pool>();

  const dropIfEmpty = (key: string, pool: pg.Pool): void => {
    if (pool.totalCount > 0 || pool.waitingCount > 0) return;
    // Else every wrong password ever tried would stay in memory.
    if (current.get(key) === pool) current.delete(key);
    all.delete(pool);
  };

  const create = ({ connectionString, config }: Login): pg.Pool => {
    const pool = new pg.Pool({
      ...config,
      max: limits.maxPoolSize,
      connectionTimeoutMillis: limits.connectMs,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    // An idle connection that breaks has already left the pool; the next query opens another.
    pool.on("error", () => undefined);
    // One in use reports it to its statement; unheard, the event would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    pool.on("remove", () => dropIfEmpty(connectionString, pool));
    current.set(connectionString, pool);
    all.add(pool);
    return pool;
  };

  return {
    login: (connectionString) => parse(connectionString, targets),
    async connect(login) {
      const pool = current.get(login.connectionString) ?? create(login);
      try {
        return await pool.connect();
      } catch (error) {
        dropIfEmpty(login.connectionString, pool);
        throw connectionError(error);
      }
    },
    retire(login) {
      current.delete(login.connectionString);
    },
    async close() {
      await Promise.all([...all].map((pool) => pool.end()));
    },
  };
}
