import { AppError, describeError } from "../errors.ts";
import { type Preflight, readPreflight } from "./preflight.ts";
import type { Read } from "./read.ts";

/** Whether a connection's database answers, and what its role could do there. */
export type ConnectionCheck =
  | ({ readonly reachable: true } & Preflight)
  | { readonly reachable: false; readonly code: string; readonly message: string; readonly next?: string };

/** A database that does not answer is a finding, not a failure: the connection is saved and can be mended. */
export async function checkConnection(read: Read): Promise<ConnectionCheck> {
  try {
    return { reachable: true, ...(await readPreflight(read)) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, message } = thrown;
    const { next } = describeError(thrown);
    return { reachable: false, code, message, ...(typeof next === "string" ? { next } : {}) };
  }
}
