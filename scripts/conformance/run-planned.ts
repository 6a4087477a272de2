import { type ExpectedFailure, expectedFailuresFile, readExpectedFailures } from "./expected-failures.ts";
import { judge, type Verdict } from "./judge.ts";
import type { PlannedRun } from "./plan.ts";
import { runSuite, type ScenarioResult, type SuiteResult } from "./run-suite.ts";

export interface RunResult {
  readonly planned: PlannedRun;
  readonly results: readonly ScenarioResult[];
  readonly verdicts: readonly Verdict[];
  /** What should not be so and belongs to no scenario. */
  readonly surprises: readonly string[];
  readonly output: string;
}

/** Runs what is planned against a Worker and compares the results with the list of expected failures. */
export async function runPlanned(planned: PlannedRun, url: URL, signal: AbortSignal): Promise<RunResult> {
  const file = expectedFailuresFile(planned.target, planned.revision);
  const expected = await readExpectedFailures(file);
  const runs: SuiteResult[] = [];
  for (const options of optionsOf(planned))
    runs.push(await runSuite(url, [...options, "--expected-failures", file], signal));
  const results = runs.flatMap((run) => run.scenarios);
  const verdicts = results.map((result) => judge(result, expected));
  return {
    planned,
    results,
    verdicts,
    surprises: [...missing(planned, results, expected), ...disagreement(runs, verdicts)],
    output: runs.map((run) => run.output).join("\n"),
  };
}

function optionsOf({ revision, scenarios }: PlannedRun): string[][] {
  if (scenarios === undefined) return [["--requirements", revision]];
  return scenarios.map((scenario) => ["--scenario", scenario, "--spec-version", revision]);
}

function missing(
  { scenarios = [] }: PlannedRun,
  results: readonly ScenarioResult[],
  expected: readonly ExpectedFailure[],
): string[] {
  const named = new Set([...scenarios, ...expected.map(({ scenario }) => scenario)]);
  const absent = [...named].filter((name) => !results.some(({ scenario }) => scenario === name));
  const nothing = results.length === 0 ? ["the suite ran nothing"] : [];
  return [...nothing, ...absent.map((name) => `${name} did not run`)];
}

/** The suite has the same list, and its own opinion. */
function disagreement(runs: readonly SuiteResult[], verdicts: readonly Verdict[]): string[] {
  const isClean = verdicts.every(({ surprises }) => surprises.length === 0);
  return isClean && runs.some(({ exitCode }) => exitCode !== 0) ? ["the suite itself calls the run a failure"] : [];
}
