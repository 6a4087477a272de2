import type { Send } from "./send.ts";

/** How much is done; every loop is bounded by count and by time. */
export interface Effort {
  /** How long each target is kept busy with each case before anything counts. */
  warmUpMs: number;
  /** Short and many, because the machine is never busy for just as long as a round. */
  latencyRounds: number;
  callsPerRound: number;
  throughputRounds: number;
  roundMs: number;
  concurrency: number;
  /** How long workerd is kept busy while its memory is watched. */
  memoryRunMs: number;
  /** Latency rounds are cut short after so long, whatever was planned. */
  maxRoundMs: number;
}

export interface Pair<T> {
  postern: T;
  bare: T;
}

export interface Measured {
  /** Milliseconds of every call. */
  latency: Pair<number[]>;
  /** Median latency of each round, Postern over bare. */
  latencyRatios: number[];
  /** Calls per second in each round. */
  throughput: Pair<number[]>;
  throughputRatios: number[];
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

export async function timeCalls(send: Send, calls: number, maxMs: number): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + maxMs;
  while (times.length < calls && performance.now() < deadline) {
    const started = performance.now();
    await send();
    times.push(performance.now() - started);
  }
  return times;
}

export async function callsPerSecond(
  send: Send,
  { concurrency, roundMs }: Pick<Effort, "concurrency" | "roundMs">,
): Promise<number> {
  const started = performance.now();
  const deadline = started + roundMs;
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < deadline) {
      await send();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return (done * 1000) / (performance.now() - started);
}

/** Both targets in turn, each going first in every other round, so that a busy moment strikes both alike. */
export async function alternate<T>(rounds: number, run: (target: keyof Pair<T>) => Promise<T>): Promise<Pair<T>[]> {
  const results: Pair<T>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const posternFirst = round % 2 === 0;
    const first = await run(posternFirst ? "postern" : "bare");
    const second = await run(posternFirst ? "bare" : "postern");
    results.push(posternFirst ? { postern: first, bare: second } : { postern: second, bare: first });
  }
  return results;
}

/** Lets every process on the way compile what it runs often; a cold proxy would flatter Postern. */
export async function warmUp(sends: Pair<Send>, effort: Effort): Promise<void> {
  await alternate(2, (target) => callsPerSecond(sends[target], { ...effort, roundMs: effort.warmUpMs / 2 }));
}

export async function measure(sends: Pair<Send>, effort: Effort): Promise<Measured> {
  const latency = await alternate(effort.latencyRounds, (target) =>
    timeCalls(sends[target], effort.callsPerRound, effort.maxRoundMs),
  );
  const throughput = await alternate(effort.throughputRounds, (target) => callsPerSecond(sends[target], effort));
  return {
    latency: {
      postern: latency.flatMap(({ postern }) => postern),
      bare: latency.flatMap(({ bare }) => bare),
    },
    latencyRatios: latency.map(({ postern, bare }) => median(postern) / median(bare)),
    throughput: {
      postern: throughput.map(({ postern }) => postern),
      bare: throughput.map(({ bare }) => bare),
    },
    throughputRatios: throughput.map(({ postern, bare }) => postern / bare),
  };
}
