import { residentBytes } from "../local/memory.ts";
import { callsPerSecond, type Effort } from "./measure.ts";
import type { Send } from "./send.ts";

export interface MemoryRun {
  calls: number;
  /** Of workerd with all the Workers in it, in bytes, after each tenth of the calls. */
  resident: number[];
}

const TENTHS = 10;

/** Calls without a pause and looks at workerd's memory now and then. */
export async function measureMemory(send: Send, pid: number, effort: Effort): Promise<MemoryRun> {
  const resident: number[] = [];
  let calls = 0;
  const counted: Send = async () => {
    calls += 1;
    return await send();
  };
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    await callsPerSecond(counted, { concurrency: effort.concurrency, roundMs: effort.memoryRunMs / TENTHS });
    resident.push(residentBytes(pid));
  }
  return { calls, resident };
}
