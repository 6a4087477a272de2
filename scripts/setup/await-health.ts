import { setTimeout as wait } from "node:timers/promises";
import { CloudflareError } from "../cloudflare/cloudflare-error.ts";

const PAUSE_MS = 1000;
const LONGEST_ANSWER_MS = 10_000;
/** A new name below workers.dev can take this long to be known. */
const LONGEST_WAIT_MS = 180_000;

/** The version that answers at this address; undefined while none does. */
export async function readHealth(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL("/health", url), {
      redirect: "manual",
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    });
    const { status, version } = (await response.json()) as { status?: unknown; version?: unknown };
    return response.ok && status === "ok" && typeof version === "string" ? version : undefined;
  } catch {
    // No such name yet, nobody there, or a page that is not from Postern: each may change by itself.
    return undefined;
  }
}

export async function awaitHealth(url: string, version: string): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while ((await readHealth(url)) !== version) {
    if (performance.now() > end)
      throw new CloudflareError(`Deployed, but ${url}/health does not answer with version ${version}`, {
        next: "A new address can take some minutes. Run this again to go on; npx wrangler tail shows what the Worker says.",
      });
    await wait(PAUSE_MS);
  }
}
