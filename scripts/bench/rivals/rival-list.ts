/** Another MCP server for Postgres that installs from npm, and how one of its own users runs it. */
export interface Rival {
  name: string;
  /** As npm installs it. */
  specifier: string;
  /** The script that it starts with, in its package. */
  entry: string;
  launch: (databaseUrl: string, port: number) => Launch;
  /** The call of its tool that runs SQL. */
  query: (sql: string) => { name: string; arguments: Record<string, unknown> };
}

export interface Launch {
  /** Absent when it speaks on standard input and output. */
  url?: string;
  args: string[];
  env?: Record<string, string>;
}

export const RIVALS: Rival[] = [
  {
    name: "DBHub",
    specifier: "@bytebase/dbhub@1.4.0",
    entry: "@bytebase/dbhub/dist/index.js",
    launch: (databaseUrl, port) => ({
      url: `http://127.0.0.1:${port}/mcp`,
      args: ["--transport", "http", "--port", String(port)],
      env: { DSN: `${databaseUrl}?sslmode=disable` },
    }),
    query: (sql) => ({ name: "execute_sql", arguments: { sql } }),
  },
  {
    name: "DBHub, stdio",
    specifier: "@bytebase/dbhub@1.4.0",
    entry: "@bytebase/dbhub/dist/index.js",
    launch: (databaseUrl) => ({ args: ["--transport", "stdio"], env: { DSN: `${databaseUrl}?sslmode=disable` } }),
    query: (sql) => ({ name: "execute_sql", arguments: { sql } }),
  },
  {
    name: "server-postgres, stdio",
    specifier: "@modelcontextprotocol/server-postgres@0.6.2",
    entry: "@modelcontextprotocol/server-postgres/dist/index.js",
    launch: (databaseUrl) => ({ args: [databaseUrl] }),
    query: (sql) => ({ name: "query", arguments: { sql } }),
  },
  {
    name: "henkey, stdio",
    specifier: "@henkey/postgres-mcp-server@1.0.7",
    entry: "@henkey/postgres-mcp-server/build/index.js",
    launch: (databaseUrl) => ({ args: [], env: { POSTGRES_CONNECTION_STRING: databaseUrl } }),
    query: (sql) => ({ name: "pg_execute_query", arguments: { operation: "select", query: sql } }),
  },
];
