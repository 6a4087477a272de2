import type { AdminClient } from "../admin-client.ts";
import type { UnopenedSecret } from "../admin-records.ts";
import { followPages } from "./follow-pages.ts";
import { patiently, type Wait } from "./patiently.ts";

export interface Rewrapped {
  current: string;
  rewrapped: number;
  alreadyCurrent: number;
  failed: UnopenedSecret[];
}

export interface RewrapHooks {
  /** Told after every page what has been done so far. */
  readonly onProgress: (done: Rewrapped) => void;
  readonly wait: Wait;
}

/** Seals every secret anew that is not under the current key. */
export async function rewrapAll(admin: AdminClient, { onProgress, wait }: RewrapHooks): Promise<Rewrapped> {
  const done: Rewrapped = { current: "", rewrapped: 0, alreadyCurrent: 0, failed: [] };
  await followPages(
    (cursor) => patiently(() => admin.rewrapPage(cursor), wait),
    (page) => {
      done.current = page.current;
      done.rewrapped += page.rewrapped;
      done.alreadyCurrent += page.alreadyCurrent;
      done.failed.push(...page.failed);
      onProgress(done);
    },
  );
  return done;
}
