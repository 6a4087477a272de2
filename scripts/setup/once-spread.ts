import { AdminError } from "../admin-error.ts";
import type { Wait } from "../postern/patiently.ts";

const PAUSE_MS = 5_000;
const ATTEMPTS = 15;

/** KV can take a minute until what was just made is found everywhere: tries again while the Worker finds nothing. */
export async function onceSpread<T>(call: () => Promise<T>, wait: Wait): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AdminError && error.status === 404) || attempt === ATTEMPTS) throw error;
      await wait(PAUSE_MS);
    }
  }
}
