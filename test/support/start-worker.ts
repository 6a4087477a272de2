import { inject } from "vitest";
import {
  type Print,
  type StartedWorker,
  startWorker,
  type WorkerSettings,
} from "../../scripts/conformance/start-worker.ts";
import { recordOutput } from "../canary/record-output.ts";

export type SocketWorker = StartedWorker;

/** For the search for secrets: what a Worker on a socket prints is shown nowhere. */
export const recordWorker: Print = (line) =>
  recordOutput(
    "Worker",
    `${line}
`,
  );

/** The product's Worker behind a real socket. Its KV is empty and its own, or what earlier ones left in the folder. */
export async function startWorkerOnSocket(
  overrides: Partial<WorkerSettings> = {},
  folder?: string,
): Promise<SocketWorker> {
  return await startWorker("src/index.ts", { ...inject("workerSettings"), ...overrides }, recordWorker, folder);
}
