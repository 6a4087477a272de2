import { Client, neonConfig } from "@neondatabase/serverless";
import pg from "pg";
import WebSocket from "ws";

export interface SqlAnswer {
  status: number;
  body: {
    code?: string | null;
    message?: string;
    rows?: Record<string, unknown>[];
    results?: { rows: Record<string, unknown>[] }[];
  };
}

export interface SqlCall {
  address: string;
  databaseUrl: string;
  body: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** POST /sql as Neon's driver sends it. */
export async function postSql({ address, databaseUrl, body, headers, signal }: SqlCall): Promise<SqlAnswer> {
  const response = await fetch(`http://${address}/sql`, {
    method: "POST",
    headers: { "neon-connection-string": databaseUrl, "neon-raw-text-output": "true", ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, body: (await response.json()) as SqlAnswer["body"] };
}

/** Neon's driver over the proxy's WebSocket leg, not yet connected. */
export function neonClient(address: string, databaseUrl: string): Client {
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.wsProxy = (host, port) => `${address}/v2?address=${host}:${port}`;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  const client = new Client(databaseUrl);
  // The driver also reports a lost connection as an event, which nobody may leave unheard.
  client.on("error", () => undefined);
  return client;
}

/** How many statements with the marker are running at the server itself. */
export async function countRunning(databaseUrl: string, marker: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE $1",
    [`%${marker}%`],
  );
  await client.end();
  return rows[0]?.n ?? 0;
}
