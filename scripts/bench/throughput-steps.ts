import { alternate, callsPerSecond, type Effort, median, type Pair } from "./measure.ts";
import type { Send } from "./send.ts";

export interface ThroughputStep {
  clients: number;
  callsPerSecond: Pair<number>;
  ratio: number;
}

/** From one client to more than the Worker's tenants are allowed by default. */
const CLIENTS = [1, 16, 200];

export async function measureSteps(sends: Pair<Send>, effort: Effort): Promise<ThroughputStep[]> {
  const steps: ThroughputStep[] = [];
  for (const clients of CLIENTS) {
    const rounds = await alternate(effort.throughputRounds, (target) =>
      callsPerSecond(sends[target], { concurrency: clients, roundMs: effort.roundMs }),
    );
    steps.push({
      clients,
      callsPerSecond: {
        postern: median(rounds.map(({ postern }) => postern)),
        bare: median(rounds.map(({ bare }) => bare)),
      },
      ratio: median(rounds.map(({ postern, bare }) => postern / bare)),
    });
  }
  return steps;
}
