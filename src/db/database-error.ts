import { NeonDbError } from "@neondatabase/serverless";
import { AppError, type ErrorCode, type ErrorDetails } from "../errors.ts";
import { AnswerTooLarge } from "./bounded-fetch.ts";
import { tooOldSetting } from "./prologue.ts";
import { sqlstateOf } from "./retry.ts";
import type { Session } from "./session.ts";
import { cursorPrefix, type Statement } from "./statement.ts";
import { fromCodePoints } from "./text-position.ts";

/** What an error needs to know of the text it is about. */
export type SentStatement = Pick<Statement, "text" | "kind" | "minServerVersion">;

/**
 * Translates what the driver threw. Only messages about the caller's own SQL and values (classes 42 and 22) are passed
 * on; everything else could name hosts, users or other people's data.
 */
export function databaseError(thrown: unknown, statement: SentStatement, session: Session): AppError {
  if (session.signal.aborted) return cancelled(thrown);
  if (isTooLarge(thrown)) return tooLarge(thrown);
  if (thrown instanceof RangeError) return tooDeep(thrown);
  const sqlstate = sqlstateOf(thrown);
  if (sqlstate === undefined || !(thrown instanceof Error)) return unavailable(thrown);
  return fromSqlstate(sqlstate, thrown, statement);
}

function fromSqlstate(sqlstate: string, thrown: Error, statement: SentStatement): AppError {
  if (sqlstate === "42704" && thrown.message.includes(tooOldSetting)) return tooOld(statement, thrown);
  const known = byState.get(sqlstate);
  if (known !== undefined)
    return new AppError(known.code, known.message, { sqlstate, next: known.next, cause: thrown });
  if (/^(28|3D)/.test(sqlstate)) return rejected(thrown, sqlstate);
  if (/^(08|53|57|58|XX)/.test(sqlstate)) return unavailable(thrown, sqlstate);
  if (/^(42|22)/.test(sqlstate)) {
    return new AppError("sql_error", shorten(thrown.message), callerDetails(thrown, sqlstate, statement));
  }
  return new AppError("sql_error", `The database refused the statement (SQLSTATE ${sqlstate}).`, {
    sqlstate,
    next: "Write the query differently.",
    cause: thrown,
  });
}

interface KnownFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next: string;
}

const collision: KnownFailure = {
  code: "serialization_conflict",
  message: "The statement kept colliding with concurrent changes.",
  next: "Try again.",
};

const byState = new Map<string, KnownFailure>([
  ["40001", collision],
  ["40P01", collision],
  [
    "57014",
    {
      code: "query_timeout",
      message: "The database stopped the statement because it ran too long.",
      next: "Add a narrower WHERE clause, aggregate, or read fewer rows; server_info tells the time limit, timeout_ms only shortens it.",
    },
  ],
  [
    "55P03",
    {
      code: "lock_timeout",
      message: "A table the statement reads stayed locked by somebody else's change.",
      next: "Try again in a moment.",
    },
  ],
  [
    "08P01",
    {
      code: "invalid_arguments",
      message: "The statement has another number of parameters than params has values.",
      next: "Give one value in params for each of $1, $2, ... in the query.",
    },
  ],
]);

// A server's text may quote rows, and as much of them as it likes.
const MAX_TEXT = 500;
const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

function callerDetails(thrown: Error, sqlstate: string, statement: SentStatement): ErrorDetails {
  const { position: counted, hint } = thrown as Error & { position?: string; hint?: string };
  const offset = statement.kind === "rows" ? cursorPrefix.length : 0;
  const position = Number(counted ?? Number.NaN) - offset;
  return {
    sqlstate,
    next: sqlstate.startsWith("22")
      ? "Correct the value or the expression; a JSON array goes into params as a string."
      : "Correct the SQL and call again.",
    cause: thrown,
    ...(position > 0 ? { position: fromCodePoints(statement.text, position) } : {}),
    // Hints of class 42 speak of names in the caller's text; those of class 22 may quote settings or values.
    ...(sqlstate.startsWith("42") && typeof hint === "string" && hint !== "" ? { hint: shorten(hint) } : {}),
  };
}

function isTooLarge(thrown: unknown): boolean {
  if (thrown instanceof AnswerTooLarge) return true;
  // Neon's own limit on an answer has no SQLSTATE.
  return thrown instanceof NeonDbError && /response is too large/i.test(thrown.message);
}

function tooLarge(cause: unknown): AppError {
  return new AppError("result_too_large", "The rows are too large to be read in one call.", {
    next: "Ask for fewer rows with limit, select fewer columns, or shorten long ones with left(column, 1000).",
    cause,
  });
}

function tooOld(statement: SentStatement, cause: unknown): AppError {
  const major = String(statement.minServerVersion / 10_000);
  return new AppError("sql_refused", `This SQL/JSON syntax needs PostgreSQL ${major}; this server is older.`, {
    next: "Use jsonb operators and functions such as ->>, jsonb_path_query and jsonb_agg instead.",
    data: { rule: "server_version", node: "json" },
    cause,
  });
}

/** Writing the parameters recursed out of stack. */
function tooDeep(cause: unknown): AppError {
  return new AppError("invalid_arguments", "A value in params is nested too deeply.", {
    next: "Pass it as a JSON string.",
    cause,
  });
}

function rejected(cause: unknown, sqlstate: string): AppError {
  return new AppError("connection_rejected", "The database does not accept this connection's credentials or name.", {
    next: "The operator must correct the tenant's connection.",
    data: { reason: "database_not_ready" },
    sqlstate,
    cause,
  });
}

function cancelled(cause: unknown): AppError {
  return new AppError("cancelled", "The call was cancelled before the database answered.", { cause });
}

function unavailable(cause: unknown, sqlstate?: string): AppError {
  return new AppError("database_not_ready", "The database cannot be reached or refused the connection.", {
    next: "Try again in a moment; if it persists, the operator should check the tenant's connection.",
    data: { reason: "database_not_ready" },
    ...(sqlstate === undefined ? {} : { sqlstate }),
    cause,
  });
}
