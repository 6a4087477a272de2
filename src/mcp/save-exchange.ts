import { toAppError } from "../errors.ts";
import { log } from "../log.ts";
import type { CallEntry } from "./call-record.ts";
import { failureFacts } from "./failure-facts.ts";
import type { ServedContext } from "./request-context.ts";

/** Leaves a call's row in the tenant's database. The answer is given by then, so a failure can only be logged. */
export async function saveExchange(context: ServedContext, entry: CallEntry): Promise<void> {
  // What names no tool, resource or prompt is a client finding its way.
  if (entry.name === undefined) return;
  try {
    await context.saveExchange(entry);
  } catch (thrown) {
    const { code, sqlstate } = failureFacts(toAppError(thrown, context.requestId));
    log("exchange_not_saved", { requestId: context.requestId, tenant: entry.tenant, code, sqlstate });
  }
}
