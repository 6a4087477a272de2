import pg from "pg";
import { AppError } from "../../src/errors.ts";

/** The lock that 01-schema.sql takes: whoever looks at the pack in order to change it waits for other changes. */
const LOCK = "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('postern handler pack', 0))";

const INSUFFICIENT_PRIVILEGE = "42501";
const STILL_DEPENDED_ON = "2BP01";

/** Runs the work in one transaction of its own: all of it happens, or nothing. */
export async function changePack<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
  try {
    await client.query(LOCK);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (thrown) {
    await client.query("ROLLBACK");
    throw thrown instanceof pg.DatabaseError ? describeFailure(thrown) : thrown;
  }
}

export function describeFailure(error: pg.DatabaseError): AppError {
  const { message, code, detail, hint } = error;
  return new AppError("sql_error", `Postgres refused; nothing was changed: ${message}`, {
    ...(code === undefined ? {} : { sqlstate: code }),
    ...(hint === undefined ? {} : { hint }),
    next: adviceFor(code, detail),
    cause: error,
  });
}

function adviceFor(sqlstate: string | undefined, detail: string | undefined): string {
  if (sqlstate === INSUFFICIENT_PRIVILEGE) return "Connect as the owner of the database, or of schema api.";
  if (sqlstate === STILL_DEPENDED_ON) return `Drop what depends on the pack first: ${detail ?? "see the server's log"}`;
  return "Look at the server's log for the statement that failed.";
}
