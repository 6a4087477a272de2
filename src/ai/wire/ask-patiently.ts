import pRetry from "p-retry";
import { AppError } from "../../errors.ts";
import type { ModelAccess } from "../provider.ts";
import { explainAnswer, FailedAnswer, isPassing, NoAnswer } from "./failures.ts";

/**
 * Asks, and asks again after a passing failure, no sooner than the provider wishes. The timeout bounds all tries
 * together. What is thrown is for the caller to read.
 */
export async function askPatiently<T>(access: ModelAccess, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { patience } = access;
  const timeout = AbortSignal.timeout(patience.timeoutMs);
  const signal = AbortSignal.any([access.signal, timeout]);
  const ends = Date.now() + patience.timeoutMs;
  let waitMs = 0;
  try {
    return await pRetry(
      async () => {
        if (waitMs > 0) await scheduler.wait(waitMs, { signal });
        return await ask(signal);
      },
      {
        retries: patience.retries,
        minTimeout: patience.pauseMs,
        maxTimeout: patience.longestPauseMs,
        factor: 3,
        randomize: true,
        signal,
        shouldRetry: ({ error }) => {
          waitMs = error instanceof FailedAnswer ? (error.retryAfterMs ?? 0) : 0;
          return isWorthwhile(error) && waitMs <= Math.min(patience.longestPauseMs, ends - Date.now());
        },
      },
    );
  } catch (thrown) {
    throw explain(access, thrown, timeout);
  }
}

function isWorthwhile(error: Error): boolean {
  return error instanceof NoAnswer || (error instanceof FailedAnswer && isPassing(error));
}

function explain({ provider, signal }: ModelAccess, thrown: unknown, timeout: AbortSignal): AppError {
  if (thrown instanceof AppError) return thrown;
  if (signal.aborted) {
    return new AppError("cancelled", "The call was cancelled before the model answered.", { cause: thrown });
  }
  if (thrown instanceof FailedAnswer) return explainAnswer(provider, thrown);
  const what = timeout.aborted ? "did not answer in time" : "could not be reached";
  return new AppError("model_unavailable", `The model provider "${provider}" ${what}.`, {
    next: "Try again; if it persists, the operator must check the model's url.",
    data: { provider },
    cause: thrown,
  });
}
