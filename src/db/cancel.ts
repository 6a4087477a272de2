import { runBatch } from "./batch.ts";
import { plainPrologue } from "./prologue.ts";
import type { Session } from "./session.ts";

// Workers of a parallel query bear its name and end with it, so they do not count.
// Two calls can share a prefix when two clients use one token and one request id; then neither is struck.
const statement = `
WITH running AS (
  SELECT pid FROM pg_catalog.pg_stat_activity
  WHERE pg_catalog.starts_with(application_name, $1) AND usename = current_user AND state <> 'idle'
    AND backend_type = 'client backend' AND pid <> pg_catalog.pg_backend_pid())
SELECT pg_catalog.pg_cancel_backend(pid) FROM running WHERE (SELECT pg_catalog.count(*) FROM running) = 1`;

const everyStatement = `
SELECT pg_catalog.concat(pid, ' ', backend_start, ' ', pg_catalog.pg_cancel_backend(pid)) FROM pg_catalog.pg_stat_activity
WHERE pg_catalog.starts_with(application_name, $1) AND usename = current_user AND state <> 'idle'
  AND backend_type = 'client backend' AND pid <> pg_catalog.pg_backend_pid()`;

const CANCEL_TIMEOUT_MS = 5_000;

/** Cancels the one statement whose backend's tag starts so; says whether there was one. */
export async function cancelByTag(session: Session, tagPrefix: string): Promise<boolean> {
  return (await cancel(session, statement, tagPrefix)).length === 1;
}

/** Cancels every statement whose backend's tag starts so; returns what tells their backends apart, on any server. */
export async function cancelAll(session: Session, tagPrefix: string): Promise<readonly string[]> {
  return await cancel(session, everyStatement, tagPrefix);
}

async function cancel(session: Session, text: string, tagPrefix: string): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  const [, result] = await runBatch(session, [plainPrologue, { text, parameters: [tagPrefix] }], signal);
  return (result?.rows ?? []).map(([cell]) => cell ?? "");
}

/**
 * Ends a session's own statement by name, because a proxy may or may not pass a closed connection on as a cancel.
 * Where that cannot be done any more, statement_timeout ends it.
 */
export function stopBackend(session: Session): void {
  session.defer(cancelByTag(session, session.tag).catch(() => false));
}
