/** The calls this isolate is serving, by a key made of token and request id. */
const running = new Map<string, Set<AbortController>>();

/** Registers a call until the returned function is called. */
export function enterCall(key: string, controller: AbortController): () => void {
  const calls = running.get(key) ?? new Set();
  running.set(key, calls.add(controller));
  return () => {
    calls.delete(controller);
    if (calls.size === 0 && running.get(key) === calls) running.delete(key);
  };
}

export function countCalls(key: string): number {
  return running.get(key)?.size ?? 0;
}

/**
 * Aborts the call of this key. Two clients that share a token may use the same request id; then it cannot be told
 * whose call was meant, and neither is ended. Returns how many calls of the key this isolate serves.
 */
export function abortCall(key: string): number {
  const calls = running.get(key);
  const [only, second] = calls ?? [];
  if (only !== undefined && second === undefined) only.abort();
  return calls?.size ?? 0;
}

/** Aborts every call of this isolate whose key starts so. */
export function abortCalls(prefix: string): void {
  for (const [key, calls] of running) if (key.startsWith(prefix)) for (const call of calls) call.abort();
}
