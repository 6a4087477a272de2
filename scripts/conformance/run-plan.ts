import { plan } from "./plan.ts";
import { type RunResult, runPlanned } from "./run-planned.ts";
import type { Target, Targets } from "./start-targets.ts";

/** All that is planned, for both Workers at once, but never two runs against one: some checks allow half a second. */
export async function runPlan(
  targets: Targets,
  signal: AbortSignal,
  onEnd: (result: RunResult) => void = () => undefined,
): Promise<RunResult[]> {
  const runAgainst = async (target: Target): Promise<RunResult[]> => {
    const results: RunResult[] = [];
    for (const planned of plan.filter((run) => run.target === target)) {
      const result = await runPlanned(planned, targets[target], signal);
      onEnd(result);
      results.push(result);
    }
    return results;
  };
  return (await Promise.all([runAgainst("fixtures"), runAgainst("product")])).flat();
}
