import type { Statement } from "../db/statement.ts";
import { AppError } from "../errors.ts";
import { nearestNames } from "./nearest-names.ts";
import type { Read } from "./read.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";
import { columnNames, relationNames } from "./visible-names.ts";

const UNDEFINED_TABLE = "42P01";
const UNDEFINED_COLUMN = "42703";
const INSUFFICIENT_PRIVILEGE = "42501";

/** Adds names that exist to a failure about a name that does not. Costs one more round trip, only then. */
export async function explainFailure(
  error: AppError,
  statement: Statement,
  policy: VisibleSchemas,
  read: Read,
): Promise<AppError> {
  const { sqlstate } = error.details;
  if (error.code !== "sql_error") return error;
  if (sqlstate === INSUFFICIENT_PRIVILEGE) {
    return advise(error, "This role may not read it; query other tables, or ask the operator for the grant.");
  }
  if (sqlstate !== UNDEFINED_TABLE && sqlstate !== UNDEFINED_COLUMN) return error;
  const known = await knownNames(sqlstate, statement, policy, read);
  const wrong = /"([^"]+)"|column (\S+) does/.exec(error.message);
  const suggestions = nearestNames(wrong?.[1] ?? wrong?.[2] ?? "", known);
  if (suggestions.length === 0) {
    return advise(error, "Call get_schema_info to see which tables and columns there are.");
  }
  return advise(error, `Did you mean ${suggestions.join(" or ")}?`, { suggestions });
}

/** None when they cannot be had: that must not take the place of the failure the caller asked about. */
async function knownNames(
  sqlstate: string,
  statement: Statement,
  policy: VisibleSchemas,
  read: Read,
): Promise<readonly string[]> {
  try {
    if (sqlstate === UNDEFINED_TABLE) return await relationNames(read, policy);
    return await columnNames(read, statement.relations, policy);
  } catch {
    return [];
  }
}

function advise(error: AppError, next: string, data: Record<string, unknown> = {}): AppError {
  const details = { ...error.details, next, data: { ...error.details.data, ...data } };
  return new AppError(error.code, error.message, details);
}
