import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { UnopenedConnection } from "../admin-records.ts";
import { followPages } from "./follow-pages.ts";

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export interface Rewrapped {
  current: string;
  tenants: number;
  rewrapped: number;
  alreadyCurrent: number;
  failed: UnopenedConnection[];
}

export interface RewrapHooks {
  /** Told after every page what has been done so far. */
  readonly onProgress: (done: Rewrapped) => void;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Tries again while the server says that it cannot just now; a page done twice finds its work done. */
async function patiently<T>(call: () => Promise<T>, wait: RewrapHooks["wait"]): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AdminError && error.isPassing) || attempt === ATTEMPTS) throw error;
      await wait(Math.min(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    }
  }
}

/** Seals every connection anew that is not under the current key. */
export async function rewrapAll(admin: AdminClient, { onProgress, wait }: RewrapHooks): Promise<Rewrapped> {
  const done: Rewrapped = { current: "", tenants: 0, rewrapped: 0, alreadyCurrent: 0, failed: [] };
  await followPages(
    (cursor) => patiently(() => admin.rewrapPage(cursor), wait),
    (page) => {
      done.current = page.current;
      done.tenants += page.tenants;
      done.rewrapped += page.rewrapped;
      done.alreadyCurrent += page.alreadyCurrent;
      done.failed.push(...page.failed);
      onProgress(done);
    },
  );
  return done;
}
