import { runBatch } from "./batch.ts";
import { stopBackend } from "./cancel.ts";
import { databaseError } from "./database-error.ts";
import { prologueParameters, prologueText } from "./prologue.ts";
import { retryConflict, retryRead } from "./retry.ts";
import { type Session, startDeadline } from "./session.ts";
import type { Statement } from "./statement.ts";
import type { TransactionMode } from "./transaction-mode.ts";

/**
 * Runs a statement that may do more than read, in one transaction of the given mode and one round trip; returns the
 * cells of its row as text. It is repeated after conflicts, and after a lost connection only when it could not write.
 */
export async function callStatement(
  session: Session,
  statement: Statement,
  parameters: readonly unknown[],
  mode: TransactionMode,
): Promise<readonly (string | null)[]> {
  const deadline = startDeadline(session, session.statementTimeoutMs);
  const { signal } = deadline;
  const queries = [
    { text: prologueText, parameters: prologueParameters(session, statement, session.statementTimeoutMs) },
    { text: statement.text, parameters },
  ];
  const retry = mode.readOnly ? retryRead : retryConflict;
  try {
    const results = await retry(() => runBatch(session, queries, signal, mode), signal);
    return results.at(-1)?.rows[0] ?? [];
  } catch (thrown) {
    if (signal.aborted) stopBackend(session);
    throw databaseError(thrown, { ...statement, kind: "utility" }, session);
  } finally {
    deadline.clear();
  }
}
