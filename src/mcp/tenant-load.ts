import { AppError } from "../errors.ts";

/** When each call of a tenant that this isolate is serving began. */
const running = new Map<string, Set<{ readonly since: number }>>();

// Longer than any call may take: an invocation that the runtime ended never gives its place back itself.
const LONGEST_CALL_MS = 15 * 60 * 1000;

/** Takes one of the tenant's places until the returned function is called. */
export function takePlace(tenant: string, most: number, now = Date.now()): () => void {
  const calls = running.get(tenant) ?? new Set();
  for (const call of calls) if (now - call.since > LONGEST_CALL_MS) calls.delete(call);
  if (calls.size >= most) {
    throw new AppError("rate_limited", `This tenant has ${String(most)} calls running already.`, {
      next: "Wait for one of them to end, then call again.",
      retryAfterSeconds: 1,
    });
  }
  const call = { since: now };
  running.set(tenant, calls.add(call));
  return () => {
    calls.delete(call);
    if (calls.size === 0 && running.get(tenant) === calls) running.delete(tenant);
  };
}
