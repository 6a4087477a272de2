import { AdminError } from "../admin-error.ts";

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export type Wait = (ms: number) => Promise<unknown>;

/** Tries again while the server says that it cannot just now; for calls that may be made twice. */
export async function patiently<T>(call: () => Promise<T>, wait: Wait): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AdminError && error.isPassing) || attempt === ATTEMPTS) throw error;
      await wait(Math.min(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    }
  }
}
