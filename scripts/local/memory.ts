import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { descendantsOf } from "./processes.ts";

function residentOf(pid: number): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kib ?? 0) * 1024;
  } catch {
    // No /proc here, or the process has ended: ps tells, or says nothing.
    const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
    return Number((stdout ?? "").trim() || 0) * 1024;
  }
}

/** The memory that a process and all it has started hold, in bytes. */
export function residentBytes(pid: number): number {
  return [pid, ...descendantsOf(pid).map((child) => child.pid)].reduce((sum, one) => sum + residentOf(one), 0);
}
