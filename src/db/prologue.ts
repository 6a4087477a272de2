import text from "./prologue.sql";
import type { Session } from "./session.ts";
import type { Statement } from "./statement.ts";

/** The first statement of every transaction. Being a SELECT, it takes the snapshot: from there on the transaction
 * cannot be made READ WRITE again. */
export const prologueText = text;

/** The setting whose absence reports a server older than the statement's syntax. */
export const tooOldSetting = "postern.server_is_too_old";

/** Before statements of this layer's own that need no identity: pins what their names mean, and their time. */
export const plainPrologue = {
  text: `SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true), pg_catalog.set_config('statement_timeout', '5000', true)`,
  parameters: [],
} as const;

export function prologueParameters(
  session: Session,
  statement: Pick<Statement, "minServerVersion" | "isOwn">,
  statementTimeoutMs: number,
): readonly unknown[] {
  return [
    String(statementTimeoutMs),
    String(session.lockTimeoutMs),
    session.userId,
    session.tenantId,
    session.userEmail,
    session.tag,
    // A function of anybody's with better matching arguments would go before the catalogue's own.
    statement.isOwn === true ? "pg_catalog" : pathOf(session.schemas),
    String(statement.minServerVersion),
    session.hiddenSchemas,
    session.role,
  ];
}

/** Empty leaves the database's own path; a list without schemas leaves only the catalogue. */
function pathOf(schemas: readonly string[] | undefined): string {
  if (schemas === undefined) return "";
  return schemas.length === 0 ? "pg_catalog" : schemas.map(quoteIdentifier).join(", ");
}

// The driver declares such a function but does not export it.
function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
