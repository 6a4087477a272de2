import pg from "pg";
import { AppError } from "../../src/errors.ts";

interface Copy {
  from: string;
  to: string;
  /** Who may connect to the copy, besides its owner. */
  reader: string;
}

const OBJECT_IN_USE = "55006";
const ATTEMPTS = 4;

/** Sessions in which nothing runs and nothing is unfinished: pools keep them, and open others when they are gone. */
const CLOSE_IDLE = `SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity
WHERE datname = $1 AND state = 'idle' AND pid <> pg_catalog.pg_backend_pid()`;

const SETTINGS = `SELECT pg_catalog.split_part(setting, '=', 1) AS name,
  pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1) AS value
FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase, pg_catalog.unnest(s.setconfig) AS setting
WHERE d.datname = $1 AND s.setrole = 0`;

/** Settings that are lists of names, which Postgres keeps quoted as they have to be. */
const LISTS = new Set(["search_path", "temp_tablespaces", "local_preload_libraries", "session_preload_libraries"]);

/**
 * Copies a database of the same server. Postgres copies one only while nobody is connected to it: it makes newcomers
 * wait, and waits five seconds itself for those who are there. So idle sessions are closed first, and running
 * statements are waited for.
 */
export async function copyDatabase(client: pg.Client, { from, to, reader }: Copy): Promise<void> {
  const name = client.escapeIdentifier(to);
  for (let attempt = 1; ; attempt++) {
    await client.query(CLOSE_IDLE, [from]);
    try {
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${client.escapeIdentifier(from)}`);
      break;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE)) throw error;
      if (attempt === ATTEMPTS)
        throw new AppError(
          "database_not_ready",
          `Database ${from} is in use and cannot be copied: ${error.detail ?? ""}`,
          {
            next: "Wait until its statements have ended, or end them, and try again.",
            cause: error,
          },
        );
    }
  }
  // What belongs to a database as a whole does not come with its contents.
  await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${client.escapeIdentifier(reader)}`);
  const { rows } = await client.query<{ name: string; value: string }>(SETTINGS, [from]);
  for (const setting of rows) {
    const value = LISTS.has(setting.name) ? setting.value : client.escapeLiteral(setting.value);
    await client.query(`ALTER DATABASE ${name} SET ${client.escapeIdentifier(setting.name)} TO ${value}`);
  }
}
