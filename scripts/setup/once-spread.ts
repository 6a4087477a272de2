import { AdminError } from "../admin-error.ts";
import type { Wait } from "../postern/patiently.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Together their pauses take a little more than a minute. */
const ATTEMPTS = 17;

/** KV can take a minute until what was just made is found everywhere: tries again while the Worker finds nothing. */
export async function onceSpread<T>(call: () => Promise<T>, wait: Wait): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AdminError && error.status === 404) || attempt === ATTEMPTS) throw error;
      await wait(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
    }
  }
}
