import { AppError } from "../errors.ts";

/** Calls of each tenant that this isolate is serving. */
const running = new Map<string, number>();

/** Takes one of the tenant's places until the returned function is called. */
export function takePlace(tenant: string, most: number): () => void {
  const count = running.get(tenant) ?? 0;
  if (count >= most) {
    throw new AppError("rate_limited", `This tenant has ${String(most)} calls running already.`, {
      next: "Wait for one of them to end, then call again.",
      retryAfterSeconds: 1,
    });
  }
  running.set(tenant, count + 1);
  return () => {
    const left = (running.get(tenant) ?? 1) - 1;
    if (left === 0) running.delete(tenant);
    else running.set(tenant, left);
  };
}
