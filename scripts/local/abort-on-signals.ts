const signals: readonly (string | symbol)[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Aborts when the process is told to stop, so that the work ends by failing and is cleaned up as ever. Miniflare's own
 * handlers, added with each Worker, exit at once and would leave Postgres running.
 */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => controller.abort(new Error("it was told to stop"));
  for (const signal of signals) process.on(signal, onSignal);
  process.on("newListener", (event, listener) => {
    // The event comes before the listener is in place, hence the wait.
    if (signals.includes(event)) setImmediate(() => process.removeListener(event, listener));
  });
  return controller.signal;
}
