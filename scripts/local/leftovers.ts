import fs from "node:fs";
import { stopLeftoverPostgres } from "./postgres.ts";
import { commandOf, descendantsOf, stopProcess } from "./processes.ts";
import { statePaths, writeState } from "./state.ts";

interface Recorded {
  pid: number;
  children: { pid: number; command: string }[];
}

const REFRESH_MS = 3_000;

function readRecord(): Recorded | undefined {
  if (!fs.existsSync(statePaths.processes)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(statePaths.processes, "utf8")) as Recorded;
  } catch {
    // Unreadable means nothing can be verified, and nothing unverified is ever stopped.
    return undefined;
  }
}

/** Stops what a killed run left behind; a process counts as ours only if its command matches. */
export async function stopLeftovers(): Promise<void> {
  const record = readRecord();
  if (record) {
    if (record.pid !== process.pid && commandOf(record.pid)?.includes("scripts/start.ts")) {
      throw new Error(`Postern is already running here (process ${record.pid}); stop it first`);
    }
    for (const { pid, command } of record.children) {
      // Postgres is stopped below, by the lock file it keeps itself.
      if (command.includes("workerd") && commandOf(pid) === command) {
        await stopProcess(pid, "SIGKILL");
      }
    }
    fs.rmSync(statePaths.processes, { force: true });
  }
  await stopLeftoverPostgres(statePaths.postgres);
}

/**
 * Keeps start.pid true while running: each reload of the Worker replaces its workerd process,
 * and a record made only once would soon name processes that are gone.
 */
export function recordProcesses(): { refresh(): void; forget(): void } {
  let last = "";
  const refresh = (): void => {
    const children = descendantsOf(process.pid).map(({ pid, command }) => ({ pid, command }));
    const record: Recorded = {
      pid: process.pid,
      children: children.filter(({ command }) => /workerd|postgres/.test(command)),
    };
    const text = JSON.stringify(record);
    if (text === last) return;
    last = text;
    writeState(statePaths.processes, record);
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  timer.unref();
  return {
    refresh,
    forget: () => {
      clearInterval(timer);
      fs.rmSync(statePaths.processes, { force: true });
    },
  };
}
