import { inject } from "vitest";
import { type AdminClient, adminClient } from "../../../scripts/admin-client.ts";
import { startWorkerOnSocket } from "../../support/start-worker.ts";
import { type Ran, runPostern } from "./run-postern.ts";

export interface Postern {
  readonly url: string;
  /** For what a test needs but does not look at. */
  readonly admin: AdminClient;
  /** The command, on this Worker: words with spaces between them, and what it reads from stdin. */
  readonly run: (line: string, input?: string) => Promise<Ran>;
  stop(): Promise<void>;
}

/** The command on whatever answers at the address as the Worker does. */
export function posternAt(url: string): Pick<Postern, "admin" | "run"> {
  const { ADMIN_TOKEN: adminToken } = inject("workerSettings");
  return {
    admin: adminClient({ url, adminToken }),
    run: (line, input = "") => runPostern([...line.split(" "), "--url", url], { adminToken, input }),
  };
}

/** A Worker on a socket and the command that looks after it. */
export async function startPostern(...settings: Parameters<typeof startWorkerOnSocket>): Promise<Postern> {
  const worker = await startWorkerOnSocket(...settings);
  const url = worker.url.origin;
  return { url, ...posternAt(url), stop: () => worker.stop() };
}
