import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface ProcessInfo {
  pid: number;
  parent: number;
  command: string;
}

function readProc(pid: number): ProcessInfo | undefined {
  try {
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold spaces, so count fields from its end: state, ppid.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return { pid, parent, command };
  } catch {
    // The process ended between being listed and being read.
    return undefined;
  }
}

function listWithPs(): ProcessInfo[] {
  const { stdout } = spawnSync("ps", ["-axo", "pid=,ppid=,command="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), command: match[3] ?? "" }] : [];
  });
}

/** /proc where it exists, because slim Linux images have no ps; ps elsewhere. */
function listProcesses(): ProcessInfo[] {
  if (!fs.existsSync("/proc/self/stat")) return listWithPs();
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProc(Number(name)) ?? []);
}

/** The command line of a process, or undefined when it is gone (a zombie has none either). */
export function commandOf(pid: number): string | undefined {
  const command = fs.existsSync("/proc/self/stat")
    ? readProc(pid)?.command
    : listWithPs().find((entry) => entry.pid === pid)?.command;
  return command === undefined || command === "" ? undefined : command;
}

/** Processes started with this variable in their environment; none where the system does not show it. */
export function processesWithVariable(name: string, value: string): ProcessInfo[] {
  if (!fs.existsSync("/proc/self/environ")) return [];
  return listProcesses().filter(({ pid }) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${name}=${value}`);
    } catch {
      // Gone by now, or another user's.
      return false;
    }
  });
}

/** Every descendant of a process, nearest first. */
export function descendantsOf(pid: number): ProcessInfo[] {
  const all = listProcesses();
  const found: ProcessInfo[] = [];
  let generation = [pid];
  while (generation.length > 0) {
    const parents = new Set(generation);
    const children = all.filter((entry) => parents.has(entry.parent));
    found.push(...children);
    generation = children.map((entry) => entry.pid);
  }
  return found;
}

/**
 * Sends the signal and waits until the process no longer shows the same command line.
 * Comparing the command keeps a reused process id from being mistaken for the old process.
 */
export async function stopProcess(pid: number, signal: NodeJS.Signals, timeoutMs = 15_000): Promise<void> {
  const command = commandOf(pid);
  if (command === undefined) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
    throw error;
  }
  const deadline = Date.now() + timeoutMs;
  while (commandOf(pid) === command) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} did not stop: ${command}`);
    await delay(25);
  }
}
