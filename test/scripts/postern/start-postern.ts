import { inject } from "vitest";
import { type AdminClient, adminClient } from "../../../scripts/admin-client.ts";
import { startWorkerOnSocket } from "../../support/start-worker.ts";
import { runHere } from "./run-here.ts";
import type { Ran } from "./run-postern.ts";

export interface Postern {
  readonly url: string;
  /** For what a test needs but does not look at. */
  readonly admin: AdminClient;
  /** The command, on this Worker: words with spaces between them (or as they are), and what it reads from stdin. */
  readonly run: (line: string | readonly string[], input?: string, env?: Record<string, string>) => Promise<Ran>;
  stop(): Promise<void>;
}

/** The command on whatever answers at the address as the Worker does. */
export function posternAt(url: string): Pick<Postern, "admin" | "run"> {
  const { ADMIN_TOKEN: adminToken } = inject("workerSettings");
  return {
    admin: adminClient({ url, adminToken }),
    run: (line, input = "", env = {}) => {
      const words = typeof line === "string" ? line.split(" ") : line;
      return runHere([...words, "--url", url], { env: { ADMIN_TOKEN: adminToken, ...env }, input });
    },
  };
}

/** A Worker on a socket and the command that looks after it. */
export async function startPostern(...settings: Parameters<typeof startWorkerOnSocket>): Promise<Postern> {
  const worker = await startWorkerOnSocket(...settings);
  const url = worker.url.origin;
  return { url, ...posternAt(url), stop: () => worker.stop() };
}
