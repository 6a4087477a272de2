import pg from "pg";
import { AppError } from "../../src/errors.ts";
import { placeOfStatementError } from "./locate-error.ts";
import { fileError, type SqlFile } from "./sql-file.ts";
import type { SqlStatement } from "./split-statements.ts";

/** pg reads queryMode, but its types do not declare it. */
interface ExtendedQuery extends pg.QueryConfig {
  readonly queryMode: "extended";
}

const LOCK_NOT_AVAILABLE = "55P03";
const INSUFFICIENT_PRIVILEGE = "42501";

/** The parser takes backslashes for what the standard says; waiting for a lock for long would hold up everybody else. */
const SETTINGS = `SELECT pg_catalog.set_config('standard_conforming_strings', 'on', true),
  pg_catalog.set_config('lock_timeout', '5s', true)`;

export async function prepareTransaction(client: pg.Client): Promise<void> {
  await client.query(SETTINGS);
}

function adviceFor(sqlstate: string | undefined): string {
  if (sqlstate === LOCK_NOT_AVAILABLE) return "Somebody else holds a lock on it: nothing was changed, try again later.";
  if (sqlstate === INSUFFICIENT_PRIVILEGE) return "Nothing was changed. Connect as the owner of the database.";
  return "Nothing was changed.";
}

/** Runs the statements in the caller's transaction, by the protocol that takes exactly one at a time. */
export async function runStatements(
  client: pg.Client,
  file: SqlFile,
  statements: readonly SqlStatement[],
): Promise<void> {
  for (const statement of statements) {
    const query: ExtendedQuery = { text: statement.text, queryMode: "extended" };
    try {
      await client.query(query);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { message, code, detail, hint, where } = error;
      // Where an error in a JSON literal is told, its line there is all there is to find it by.
      const inJson = where?.startsWith("JSON data") ? where.split("\n")[0] : undefined;
      const text = [message, detail, inJson].filter((part) => part !== undefined).join("; ");
      throw fileError(file, placeOfStatementError(error, file, statement), text, {
        ...(code === undefined ? {} : { sqlstate: code }),
        ...(hint === undefined ? {} : { hint }),
        next: adviceFor(code),
        cause: error,
      });
    }
  }
}

/** Checks now what a COMMIT would: after this, deferred constraints are no longer deferred. */
export async function checkDeferred(client: pg.Client): Promise<void> {
  try {
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { message, detail, code } = error;
    throw new AppError("sql_error", `What was done cannot be committed: ${message}; ${detail ?? "no detail"}`, {
      ...(code === undefined ? {} : { sqlstate: code }),
      next: "Nothing was changed.",
      cause: error,
    });
  }
}
