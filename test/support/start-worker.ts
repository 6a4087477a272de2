import { inject } from "vitest";
import { type Print, type StartedWorker, startWorker } from "../../scripts/conformance/start-worker.ts";
import { recordOutput } from "../canary/record-output.ts";

export type SocketWorker = StartedWorker;

/** For the search for secrets: what a Worker on a socket prints is shown nowhere. */
export const recordWorker: Print = (line) => recordOutput("Worker", `${line}\n`);

/** The product's Worker behind a real socket, with an empty KV of its own. */
export async function startWorkerOnSocket(overrides: { LOCAL_PROXY?: string } = {}): Promise<SocketWorker> {
  return await startWorker("src/index.ts", { ...inject("workerSettings"), ...overrides }, recordWorker);
}
