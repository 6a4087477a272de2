import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../src/errors.ts";
import { readHealth } from "../setup/await-health.ts";

const LONGEST_MS = 60_000;

/** The path at which a Worker serves one preview and nobody else. */
export const sharedUrl = (worker: string, label: string): string => new URL(`/previews/${label}`, worker).href;

/** Waits until a new address is known, which takes Cloudflare a few seconds. */
export async function untilServed(url: string): Promise<void> {
  const ends = Date.now() + LONGEST_MS;
  for (let pause = 250; (await readHealth(url)) === undefined; pause = Math.min(pause * 2, 5_000)) {
    if (Date.now() + pause > ends)
      throw new AppError("not_found", `The new version does not answer at ${url}.`, {
        next: "Run the command again in a minute. Are Preview URLs turned on for the preview Worker?",
      });
    await delay(pause);
  }
}
