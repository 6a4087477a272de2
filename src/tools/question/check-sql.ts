import type { Database } from "../../context.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { withExcerpt } from "../../sql/excerpt.ts";
import { guard } from "../../sql/guard.ts";
import type { TenantPolicy } from "../../tenants/records.ts";

/** SQL or an answer that cannot be used, and why. The SQL may be cut: nobody needs all of what is too long. */
export interface FailedAttempt {
  readonly sql?: string;
  readonly error: AppError;
}

const MAX_SHOWN = 4000;
const beginningOf = (sql: string): string =>
  sql.length > MAX_SHOWN ? `${sql.slice(0, MAX_SHOWN).toWellFormed()}…` : sql;

const PREFIX = "EXPLAIN (COSTS off)\n";

/** What other SQL could do better; all else is no fault of the SQL. */
const faultsOfSql: ReadonlySet<ErrorCode> = new Set(["sql_refused", "sql_syntax", "sql_error"]);

/** Has SQL guarded and planned, and not run. Undefined when it can be run. */
export async function checkSql(
  database: Database,
  policy: TenantPolicy,
  sql: string,
): Promise<FailedAttempt | undefined> {
  try {
    const { kind } = await guard(sql, policy);
    if (kind !== "rows") {
      throw new AppError("sql_refused", "It is no query for rows.", {
        next: "Write one SELECT, or WITH and SELECT.",
        data: { rule: "statement_kind" },
      });
    }
    await database.query(`${PREFIX}${sql}`, [], { maxRows: 1 });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !faultsOfSql.has(thrown.code)) throw thrown;
    return { sql: beginningOf(sql), error: withoutPrefix(thrown, sql) };
  }
}

/** The failure as it would be without the EXPLAIN in front. */
function withoutPrefix(error: AppError, sql: string): AppError {
  const { position, excerpt } = error.details;
  // The guard's own positions count without it, and come without an excerpt.
  if (position === undefined || excerpt === undefined) return withExcerpt(error, sql);
  return new AppError(error.code, error.message, {
    ...error.details,
    position: Math.min(Math.max(position - PREFIX.length, 1), sql.length + 1),
  });
}
