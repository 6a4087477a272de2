import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stopLeftoverPostgres } from "../local/postgres.ts";
import { processesWithVariable, stopProcess } from "../local/processes.ts";
import { statePaths } from "../local/state.ts";
import type { LocalReport, LocalSettings } from "./local-report.ts";

const PROGRAM = fileURLToPath(new URL("./local-worker.ts", import.meta.url));
const LONGEST_STOP_MS = 20_000;

export interface LocalWorker {
  /** Rejects when it cannot be started. */
  readonly ready: Promise<Extract<LocalReport, { kind: "ready" }>>;
  /** Settles when its process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

async function hear(child: ChildProcess, ended: Promise<void>): Promise<Extract<LocalReport, { kind: "ready" }>> {
  const report = await Promise.race([
    once(child, "message").then(([message]) => message as LocalReport),
    ended.then((): LocalReport => ({ kind: "failed", why: "its process has ended" })),
  ]);
  if (report.kind === "failed") throw new Error(`The local Worker could not be started: ${report.why}`);
  return report;
}

/** For a process that was killed and could not clean up. */
async function removeRemains(folder: string): Promise<void> {
  await stopLeftoverPostgres(path.join(folder, "pg"));
  for (const { pid } of processesWithVariable("POSTERN_STATE", folder)) await stopProcess(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

/** The real Worker in a folder of its own, which is gone when it has stopped. */
export async function startLocalWorker(settings: LocalSettings): Promise<LocalWorker> {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-stdio-"));
  const child = fork(PROGRAM, [], {
    cwd: statePaths.root,
    env: { ...process.env, POSTERN_STATE: folder },
    // Ctrl-C at a terminal is for this process alone, so that the other stops its database in good order.
    detached: true,
    windowsHide: true,
    // Standard output belongs to the protocol.
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const ended = once(child, "exit").then(() => undefined);
  const ready = hear(child, ended);
  ready.catch(() => undefined);
  child.send(settings);
  return {
    ready,
    ended,
    stop: async () => {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
      await ended;
      clearTimeout(timer);
      await removeRemains(folder);
    },
  };
}
