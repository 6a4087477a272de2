/** Waits for a time or until somebody rings, but never less than a pause: ringing is cheap, and answering is not. */
export function createAlarm(minPauseMs: number) {
  let rung = Promise.withResolvers<void>();
  return {
    ring: (): void => rung.resolve(),
    async ringsOrAfter(ms: number, signal: AbortSignal): Promise<void> {
      await pause(minPauseMs, signal);
      await Promise.race([pause(ms - minPauseMs, signal), rung.promise]);
      rung = Promise.withResolvers<void>();
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
