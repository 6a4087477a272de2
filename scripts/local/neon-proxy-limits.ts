/** Bounds that keep one caller, or one stuck database, from taking the proxy with it. */
export interface ProxyLimits {
  /** Largest request body and WebSocket message. */
  maxBodyBytes: number;
  /** Most bytes read from the database for one /sql request, since its rows are held in memory. */
  maxResponseBytes: number;
  /** Client connections at once, over both legs. */
  maxConnections: number;
  /** Database connections at once for each login, on the /sql leg. */
  maxPoolSize: number;
  /** For a whole /sql request to arrive. */
  requestMs: number;
  /** For reaching the database and logging in, and for statements that answer at once, such as BEGIN. */
  connectMs: number;
  /** How long a running statement may send nothing; statement_timeout should end it long before. */
  silenceMs: number;
  /** How long a WebSocket, or a caller reading an answer, may move no byte. */
  idleMs: number;
  /** How long a cancelled statement may go on before its connection is dropped. */
  cancelMs: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: ProxyLimits = {
  maxBodyBytes: 64 * MIB,
  // Neon's own bound.
  maxResponseBytes: 64 * MIB,
  maxConnections: 512,
  maxPoolSize: 16,
  requestMs: 60_000,
  connectMs: 10_000,
  silenceMs: 300_000,
  idleMs: 600_000,
  cancelMs: 5_000,
};
