import fs from "node:fs";
import path from "node:path";

/** Another MCP server for Postgres that installs from npm, and how one of its own users runs it. */
export interface Rival {
  name: string;
  /** As npm installs it. */
  specifier: string;
  /** The script that it starts with, in its package. */
  entry: string;
  launch: (place: Place) => Launch;
  /** The call of its tool that runs SQL. */
  query: (sql: string) => { name: string; arguments: Record<string, unknown> };
}

export interface Place {
  databaseUrl: string;
  /** Free, for those that listen. */
  port: number;
  /** Temporary, for a configuration. */
  folder: string;
}

export interface Launch {
  /** Absent when it speaks on standard input and output. */
  url?: string;
  args: string[];
  env?: Record<string, string>;
}

const withoutTls = (databaseUrl: string): string => `${databaseUrl}?sslmode=disable`;

/** Only a configuration file makes it read only. */
function configureDbhub({ databaseUrl, folder }: Place): string {
  const file = path.join(folder, "dbhub.toml");
  const tools = ['name = "execute_sql"\nreadonly = true', 'name = "search_objects"'];
  const parts = [
    `[[sources]]\nid = "default"\ndsn = "${withoutTls(databaseUrl)}"`,
    ...tools.map((tool) => `[[tools]]\nsource = "default"\n${tool}`),
  ];
  fs.writeFileSync(file, `${parts.join("\n")}\n`);
  return file;
}

const dbhub = {
  specifier: "@bytebase/dbhub@1.4.0",
  entry: "@bytebase/dbhub/dist/index.js",
  query: (sql: string) => ({ name: "execute_sql", arguments: { sql } }),
};

export const RIVALS: Rival[] = [
  {
    ...dbhub,
    name: "DBHub",
    launch: ({ databaseUrl, port }) => ({
      url: `http://127.0.0.1:${port}/mcp`,
      args: ["--transport", "http", "--port", String(port)],
      env: { DSN: withoutTls(databaseUrl) },
    }),
  },
  {
    ...dbhub,
    name: "DBHub, read-only, stdio",
    launch: (place) => ({ args: ["--transport", "stdio", "--config", configureDbhub(place)] }),
  },
  {
    name: "server-postgres, stdio",
    specifier: "@modelcontextprotocol/server-postgres@0.6.2",
    entry: "@modelcontextprotocol/server-postgres/dist/index.js",
    launch: ({ databaseUrl }) => ({ args: [databaseUrl] }),
    query: (sql) => ({ name: "query", arguments: { sql } }),
  },
  {
    name: "henkey, stdio",
    specifier: "@henkey/postgres-mcp-server@1.0.7",
    entry: "@henkey/postgres-mcp-server/build/index.js",
    launch: ({ databaseUrl }) => ({ args: [], env: { POSTGRES_CONNECTION_STRING: databaseUrl } }),
    query: (sql) => ({ name: "pg_execute_query", arguments: { operation: "select", query: sql } }),
  },
];
