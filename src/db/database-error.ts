import { NeonDbError } from "@neondatabase/serverless";
import { AppError, type ErrorDetails } from "../errors.ts";
import { cursorPrefix, type Statement } from "./statement.ts";

/**
 * Translates what the driver throws. Only messages about the caller's own SQL and values (classes 42 and 22) are passed
 * on; everything else could name hosts, users or other people's data.
 */
export function databaseError(thrown: unknown, statement: Statement, signal: AbortSignal): AppError {
  if (signal.aborted)
    return new AppError("query_timeout", "The call was cancelled before the database answered.", { cause: thrown });
  if (!(thrown instanceof NeonDbError)) return unavailable(thrown);
  const sqlstate = thrown.code;
  if (sqlstate === undefined || sqlstate === "") return unavailable(thrown);
  if (sqlstate === "57014") {
    return new AppError("query_timeout", "The database stopped the statement because it ran too long.", {
      sqlstate,
      next: "Add a narrower WHERE clause, aggregate, or read fewer rows.",
      cause: thrown,
    });
  }
  if (/^(08|28|3D|53|57|58|XX)/.test(sqlstate)) return unavailable(thrown);
  if (/^(42|22)/.test(sqlstate))
    return new AppError("sql_error", thrown.message, callerDetails(thrown, sqlstate, statement));
  return new AppError("sql_error", `The database refused the statement (SQLSTATE ${sqlstate}).`, {
    sqlstate,
    cause: thrown,
  });
}

function callerDetails(thrown: NeonDbError, sqlstate: string, statement: Statement): ErrorDetails {
  const offset = statement.kind === "rows" ? cursorPrefix.length : 0;
  const position = Number(thrown.position ?? Number.NaN) - offset;
  return {
    sqlstate,
    cause: thrown,
    ...(position > 0 ? { position } : {}),
    ...(typeof thrown.hint === "string" && thrown.hint !== "" ? { hint: thrown.hint } : {}),
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError("database_not_ready", "The database cannot be reached or refused the connection.", {
    next: "Try again in a moment; if it persists, the operator should check the tenant's connection.",
    data: { reason: "database_not_ready" },
    cause,
  });
}
