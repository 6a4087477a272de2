import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { NeonError, noNeonAnswer, readAnswer, toNeonError } from "./neon-error.ts";

export interface NeonPatience {
  /** For one request. */
  timeoutMs: number;
  retries: number;
  /** Before the second try; it doubles from there. */
  pauseMs: number;
  longestPauseMs: number;
}

/** Operations of one project exclude each other, and the longest take about half a minute. */
export const NEON_PATIENCE: NeonPatience = { timeoutMs: 30_000, retries: 8, pauseMs: 300, longestPauseMs: 10_000 };

export type NeonRequest = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface NeonAccess {
  apiKey: string;
  baseUrl: string;
  patience: NeonPatience;
}

/**
 * Sends requests, and sends them again after a passing failure. All of them may be sent twice: what is there already is
 * told by 409, and what is gone by 404.
 */
export function neonRequest({ apiKey, baseUrl, patience }: NeonAccess): NeonRequest {
  const send = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // The key goes nowhere that was not asked for.
        redirect: "error",
        signal: AbortSignal.timeout(patience.timeoutMs),
      });
      text = await response.text();
    } catch (cause) {
      throw noNeonAnswer(new URL(baseUrl).origin, cause);
    }
    if (!response.ok) throw toNeonError(response, text);
    return readAnswer(response, text) as T;
  };

  return (method, path, body) =>
    pRetry(() => send(method, path, body), {
      retries: patience.retries,
      minTimeout: patience.pauseMs,
      maxTimeout: patience.longestPauseMs,
      factor: 2,
      randomize: true,
      shouldRetry: ({ error }) => error instanceof NeonError && error.isPassing,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        // Besides the pause of its own: no sooner than Neon wishes.
        if (error instanceof NeonError && error.isPassing && retriesLeft > 0)
          await delay(Math.min(error.retryAfterMs, 60_000));
      },
    });
}
