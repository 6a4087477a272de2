import { inject } from "vitest";
import { type StartedWorker, startWorker } from "../../scripts/conformance/start-worker.ts";

export type SocketWorker = StartedWorker;

/** The product's Worker behind a real socket, with an empty KV of its own. */
export async function startWorkerOnSocket(overrides: { LOCAL_PROXY?: string } = {}): Promise<SocketWorker> {
  return await startWorker("src/index.ts", { ...inject("workerSettings"), ...overrides });
}
