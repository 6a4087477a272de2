import { log } from "../log.ts";
import type { ServedContext } from "./request-context.ts";
import { abortCall } from "./running-calls.ts";

/** Ends another call of the same token: in this isolate by its signal, elsewhere by cancelling its statement. */
export async function cancelCall(context: ServedContext, key: string): Promise<void> {
  if (abortCall(key) > 0) return;
  try {
    await context.cancelStatement(key);
  } catch (thrown) {
    // A notification has no answer to carry this, and the statement's own timeout still holds.
    log("cancel_failed", { requestId: context.requestId, name: thrown instanceof Error ? thrown.name : "unknown" });
  }
}
