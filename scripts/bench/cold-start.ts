import { median, type Pair } from "./measure.ts";
import { createSend } from "./send.ts";
import { startWorkerd } from "./start-workerd.ts";
import type { WorkerService } from "./workerd-config.ts";

export interface ColdStart {
  /** Milliseconds from starting workerd to its first answer. */
  milliseconds: Pair<number>;
  ratio: number;
}

async function firstAnswer(folder: string, worker: WorkerService, path: string, needed: WorkerService[]) {
  const started = performance.now();
  const workerd = await startWorkerd(folder, [worker, ...needed]);
  try {
    const url = new URL(path, workerd.urls.get(worker.name));
    await createSend({ url, method: "GET" })();
    return performance.now() - started;
  } finally {
    await workerd.stop();
  }
}

/** A process that has only just begun answers a request that needs no database; the bare Worker likewise. */
export async function measureColdStart(
  folder: string,
  services: Pair<WorkerService>,
  storage: WorkerService,
  rounds: number,
): Promise<ColdStart> {
  const times: Pair<number[]> = { postern: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.postern.push(await firstAnswer(folder, services.postern, "/health", [storage]));
    times.bare.push(await firstAnswer(folder, services.bare, "/", []));
  }
  const milliseconds = { postern: median(times.postern), bare: median(times.bare) };
  return { milliseconds, ratio: milliseconds.postern / milliseconds.bare };
}
