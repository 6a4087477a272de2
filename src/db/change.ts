import { AppError } from "../errors.ts";
import { runAlone, runBatch } from "./batch.ts";
import { stopBackend } from "./cancel.ts";
import { databaseError } from "./database-error.ts";
import { prologueParameters, prologueText } from "./prologue.ts";
import { type Session, startDeadline } from "./session.ts";
import type { ConfigurationChange } from "./statement.ts";
import { writing } from "./transaction-mode.ts";

const facts = { kind: "utility", minServerVersion: 0, isOwn: true } as const;

/** Makes one change, once: when the answer is lost the change may stand, so it is never repeated from here. */
export async function applyChange(session: Session, change: ConfigurationChange): Promise<void> {
  if (!change.isTransactional && session.role !== "") throw actsAsRole(session.role);
  const deadline = startDeadline(session, session.statementTimeoutMs);
  const { signal } = deadline;
  try {
    if (change.isTransactional) {
      const parameters = prologueParameters(session, facts, session.statementTimeoutMs);
      const queries = [
        { text: prologueText, parameters },
        { text: change.text, parameters: [] },
      ];
      await runBatch(session, queries, signal, writing);
    } else {
      await runAlone(session, change.text, signal);
    }
  } catch (thrown) {
    if (signal.aborted) stopBackend(session);
    throw databaseError(thrown, { ...facts, text: change.text }, session);
  } finally {
    deadline.clear();
  }
}

/** A statement outside a transaction would run as the connection's own role, which this token may not be. */
function actsAsRole(role: string): AppError {
  return new AppError("sql_error", `The token acts as the role ${role}, which cannot be taken on for this change.`, {
    sqlstate: "42501",
    next: "Use a token without a role.",
    data: { reason: "token_role" },
  });
}
