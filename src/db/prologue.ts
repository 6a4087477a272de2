import text from "./prologue.sql";
import type { Session } from "./session.ts";
import type { Statement } from "./statement.ts";

/** The first statement of every transaction. Being a SELECT, it takes the snapshot: from there on the transaction
 * cannot be made READ WRITE again. */
export const prologueText = text;

/** The setting whose absence reports a server older than the statement's syntax. */
export const tooOldSetting = "postern.server_is_too_old";

export function prologueParameters(
  session: Session,
  statement: Statement,
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
    statement.isOwn === true ? "pg_catalog" : (session.schemas ?? []).map(quoteIdentifier).join(", "),
    String(statement.minServerVersion),
    session.hiddenSchemas,
    session.role,
  ];
}

// The driver declares such a function but does not export it.
function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
