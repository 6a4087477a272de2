import { AppError, type ErrorCode } from "../errors.ts";
import { type Preflight, readPreflight } from "./preflight.ts";
import type { Read } from "./read.ts";

/** Whether a connection's database answers, and what its role could do there. */
export type ConnectionCheck =
  | ({ readonly reachable: true } & Preflight)
  | { readonly reachable: false; readonly code: string; readonly message: string; readonly next?: string };

/** Whoever checks a connection can mend it, so the advice is not to ask somebody else. */
const advice = new Map<ErrorCode, string>([
  ["connection_unreadable", "Save it again, or put back the sealing key it was saved under."],
  ["connection_rejected", "Check the user, the password and the database name."],
  ["database_not_ready", "Check that the server runs, the host and the port, and the server's TLS."],
]);

/** A database that does not answer is a finding, not a failure: the connection is saved and can be mended. */
export async function checkConnection(read: Read): Promise<ConnectionCheck> {
  try {
    return { reachable: true, ...(await readPreflight(read)) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, message } = thrown;
    const next = advice.get(code) ?? thrown.details.next;
    return { reachable: false, code, message, ...(next === undefined ? {} : { next }) };
  }
}
