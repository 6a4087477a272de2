import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../src/errors.ts";

const LONGEST_MS = 60_000;

/** The path at which a Worker serves one preview and nobody else. */
export const sharedUrl = (worker: string, label: string): string => new URL(`/previews/${label}`, worker).href;

async function statusOf(url: URL): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return `HTTP ${String(response.status)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Waits until a new address is known, which takes Cloudflare a few seconds. */
export async function untilServed(url: string): Promise<void> {
  const ends = Date.now() + LONGEST_MS;
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    const status = await statusOf(new URL("/health", url));
    if (status === "HTTP 200") return;
    if (Date.now() + pause > ends)
      throw new AppError("not_found", `The new version does not answer at ${url}: ${status}.`, {
        next: "Run the command again in a minute. Are Preview URLs turned on for the preview Worker?",
      });
    await delay(pause);
  }
}
