import { expect, inject } from "vitest";
import { type StartedWorker, startWorker } from "../../scripts/conformance/start-worker.ts";
import { recordWorker } from "../support/start-worker.ts";
import { type Finding, findSecrets } from "./find-secrets.ts";
import { knownSecrets } from "./known-secrets.ts";

export interface Asked {
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
}

export interface WatchedWorker extends StartedWorker {
  /** Sends a request and waits until the Worker has logged it. */
  ask(path: string, init?: RequestInit): Promise<Asked>;
  /** Waits until the Worker has logged an event of the request with this code. */
  logged(asked: Asked, code: string): Promise<void>;
  /** The secrets in what it has printed since the last call. */
  leaks(): readonly Finding[];
}

/** The product's Worker on a socket, whose log the test reads. */
export async function startWatchedWorker(overrides: { LOCAL_PROXY?: string } = {}): Promise<WatchedWorker> {
  const lines: string[] = [];
  let searched = 0;
  const settings = { ...inject("workerSettings"), ...overrides };
  const worker = await startWorker("src/index.ts", settings, (line) => {
    recordWorker(line);
    lines.push(line);
  });
  const known = knownSecrets({
    workerSettings: inject("workerSettings"),
    postgresUrl: inject("postgresUrl"),
    readerUrl: inject("readerUrl"),
    canary: inject("canary"),
  });
  const seen = async (...parts: readonly string[]): Promise<void> => {
    const isThere = (): boolean => lines.some((line) => parts.every((part) => line.includes(part)));
    await expect.poll(isThere, { timeout: 10_000, message: `logged: ${parts.join(", ")}` }).toBe(true);
  };
  return {
    ...worker,
    async ask(path, init) {
      const response = await fetch(new URL(path, worker.url), init);
      const asked = {
        status: response.status,
        text: await response.text(),
        requestId: response.headers.get("x-request-id") ?? "none",
      };
      await seen(asked.requestId, '"status":');
      return asked;
    },
    logged: async ({ requestId }, code) => await seen(requestId, `"code":"${code}"`),
    leaks() {
      const fresh = lines.slice(searched);
      searched = lines.length;
      return findSecrets(fresh.join("\n"), known);
    },
  };
}
