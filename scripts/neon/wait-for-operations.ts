import { setTimeout as delay } from "node:timers/promises";
import { NeonError } from "./neon-error.ts";
import type { NeonOperation } from "./neon-records.ts";
import type { NeonRequest } from "./neon-request.ts";

const LONGEST_MS = 300_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

const DONE = new Set<NeonOperation["status"]>(["finished", "skipped"]);
const FAILED = new Set<NeonOperation["status"]>(["failed", "error", "cancelled"]);

/** Asks after each until all are done. */
export async function waitForOperations(
  request: NeonRequest,
  project: string,
  operations: readonly NeonOperation[],
): Promise<void> {
  const ends = Date.now() + LONGEST_MS;
  for (const { id, ...started } of operations) {
    let { status, action, error } = started;
    for (let pause = FIRST_PAUSE_MS; !DONE.has(status); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      if (FAILED.has(status) || Date.now() > ends) throw failed(action, FAILED.has(status) ? status : "late", error);
      await delay(pause);
      const { operation } = await request<{ operation: NeonOperation }>(
        "GET",
        `${project}/operations/${encodeURIComponent(id)}`,
      );
      ({ status, action, error } = operation);
    }
  }
}

function failed(action: string, status: string, error: string | undefined): NeonError {
  const why = error === undefined || error === "" ? "" : `: ${error}`;
  const what = status === "late" ? "is not done after five minutes" : `ended as ${status}`;
  return new NeonError(`Neon: the operation ${action} ${what}${why}`, {
    status: 500,
    next: "Look at the project's operations in Neon's console, then run the command again.",
  });
}
