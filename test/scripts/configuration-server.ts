import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { type LocalPostgres, startPostgres } from "../../scripts/local/postgres.ts";

export interface ConfigurationServer {
  /** The superuser's URL, or that of a role with the password "secret". */
  url(database: string, role?: string): string;
  /** Runs SQL as superuser and returns the rows. */
  run(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Adds a line to postgresql.conf; the server reads it at the next reload. */
  configure(line: string): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A Postgres for one file: what ALTER SYSTEM does to it, no other test can feel. */
export async function startConfigurationServer(): Promise<ConfigurationServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-configuration-"));
  const options = { dataDir: path.join(folder, "pg"), port: await findFreePort(), durable: false };
  let server: LocalPostgres = await startPostgres(options);
  return {
    url(database, role) {
      const url = new URL(server.url(database));
      return role === undefined ? url.href : Object.assign(url, { username: role, password: "secret" }).href;
    },
    async run(sql) {
      const client = new pg.Client(server.url());
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    configure: (line) => appendFile(path.join(options.dataDir, "postgresql.conf"), `\n${line}\n`),
    async restart() {
      await server.stop();
      server = await startPostgres(options);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
