import fs from "node:fs";
import { stopLeftoverPostgres } from "./postgres.ts";
import { commandOf, descendantsOf, processesWithVariable, stopProcess } from "./processes.ts";
import { statePaths, writeState } from "./state.ts";

interface Recorded {
  pid: number;
  children: { pid: number; command: string }[];
}

const REFRESH_MS = 1_500;

function readRecord(): Recorded | undefined {
  if (!fs.existsSync(statePaths.processes)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(statePaths.processes, "utf8")) as Recorded;
  } catch {
    // Unreadable means nothing can be verified, and nothing unverified is ever stopped.
    return undefined;
  }
}

const isWorkerd = ({ command }: { command: string }): boolean => /^\S*workerd\S* serve /.test(command);

/** It ends by itself when it notices that its parent is gone, which can be long after the next start. */
const isBundler = ({ command }: { command: string }): boolean => /^\S*esbuild\S* --service=/.test(command);

/** The record may lag behind a workerd replaced just before the kill; its TMPDIR names our folder, too. */
function leftoverProcesses(record: Recorded | undefined): number[] {
  // Postgres is stopped by the lock file it keeps itself.
  const recorded = (record?.children ?? []).filter(
    (child) => isWorkerd(child) && commandOf(child.pid) === child.command,
  );
  const marked = processesWithVariable("TMPDIR", statePaths.temporary).filter(
    (found) => isWorkerd(found) || isBundler(found),
  );
  return [...new Set([...recorded, ...marked].map(({ pid }) => pid))];
}

/** Stops what a killed run left behind; a process counts as ours only if its command or its TMPDIR says so. */
export async function stopLeftovers(): Promise<void> {
  const record = readRecord();
  if (record && record.pid !== process.pid && commandOf(record.pid)?.includes("scripts/start.ts")) {
    throw new Error(`Postern is already running here (process ${record.pid}); stop it first`);
  }
  for (const pid of leftoverProcesses(record)) await stopProcess(pid, "SIGKILL");
  fs.rmSync(statePaths.processes, { force: true });
  fs.rmSync(statePaths.temporary, { recursive: true, force: true });
  await stopLeftoverPostgres(statePaths.postgres);
}

/**
 * For the "exit" event, when nothing can start any more: a Worker disposed of while it reloads
 * starts one more workerd, which nobody stops.
 */
export function removeOwnRemains(): void {
  const works = [
    ...descendantsOf(process.pid)
      .filter(isWorkerd)
      .map(
        ({ pid }) =>
          () =>
            process.kill(pid, "SIGKILL"),
      ),
    () => fs.rmSync(statePaths.temporary, { recursive: true, force: true }),
  ];
  for (const work of works) {
    try {
      work();
    } catch {
      // Ended by itself, or still writing: the next start removes what is left.
    }
  }
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
