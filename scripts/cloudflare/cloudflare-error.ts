import { stripVTControlCharacters } from "node:util";

/** What Cloudflare or wrangler said, with what to do about it. */
export class CloudflareError extends Error {
  readonly next: string | undefined;
  /** The same call may be made again after so long. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: { next?: string | undefined; retryAfterMs?: number | undefined } = {}) {
    super(message);
    this.name = "CloudflareError";
    this.next = facts.next;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

const NOISE = /please open an issue at|Logs were written|^$|^[?🤖]/u;

const ADVICE: readonly (readonly [said: RegExp, next: string])[] = [
  [
    /code: (10000|9109|9106)\]|Authentication error/,
    'The login is not valid, or may not do this: an API token needs what the template "Edit Cloudflare Workers" gives it, for this account.',
  ],
  [/workers\.dev subdomain/, "Choose the subdomain there once; it is free. Then run this again."],
  [
    /Retry-After|code: 10429\]|code: 971\]/,
    "Cloudflare limits how often it is asked. Wait a few minutes, then run this again.",
  ],
  [
    /code: 10027\]|size limit/,
    "The Worker is larger than the account's plan allows; docs/deploying.md tells the limits.",
  ],
];

/** The sentences of an error that wrangler prints, without its decoration. */
export function readWranglerError({ stdout, stderr }: { stdout: string; stderr: string }): CloudflareError {
  const [complaint, rest] = [stripVTControlCharacters(stderr), stripVTControlCharacters(stdout)];
  const [, said = `${complaint}\n${rest}`] = /\[ERROR\]\s*([^]*)/.exec(complaint) ?? [];
  const lines = said.split("\n").map((line) => line.trim());
  // It may have been given a copy in JSON.
  const message = lines
    .filter((line) => !NOISE.test(line))
    .join("\n")
    .replaceAll("wrangler.json", "wrangler.toml");
  const seconds = /indicating you should wait (\d+) second/.exec(said)?.[1];
  return new CloudflareError(message === "" ? "wrangler failed without saying why" : message, {
    next:
      ADVICE.find(([pattern]) => pattern.test(said))?.[1] ??
      "When it has passed or is mended, run this again: it goes on from there.",
    retryAfterMs: seconds === undefined ? undefined : Number(seconds) * 1000,
  });
}
