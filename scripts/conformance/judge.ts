import type { ExpectedFailure } from "./expected-failures.ts";
import type { Check, ScenarioResult } from "./run-suite.ts";

export interface Verdict {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  /** Why what failed was expected to. */
  readonly reasons: readonly string[];
  /** What should not be so. */
  readonly surprises: readonly string[];
}

/** A recommendation that is not followed counts as a failure too, as it does for the suite with a list. */
const isBad = ({ status }: Check): boolean => status === "FAILURE" || status === "WARNING";

/** Compares a scenario's checks with what is expected of it, both ways. */
export function judge({ scenario, checks }: ScenarioResult, all: readonly ExpectedFailure[]): Verdict {
  const expected = all.filter((entry) => entry.scenario === scenario);
  const bad = checks.filter(isBad);
  const covers = (entry: ExpectedFailure, check: Check): boolean =>
    entry.check === undefined || entry.check === check.id;
  const unlisted = bad.filter((check) => !expected.some((entry) => covers(entry, check)));
  const [current, stale] = [true, false].map((isCurrent) =>
    expected.filter((entry) => bad.some((check) => covers(entry, check)) === isCurrent),
  ) as [ExpectedFailure[], ExpectedFailure[]];
  return {
    scenario,
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    failed: bad.length,
    reasons: current.map((entry) => (entry.check === undefined ? entry.reason : `${entry.check}: ${entry.reason}`)),
    surprises: [
      ...(checks.length === 0 ? ["it broke down before its first check"] : []),
      ...unlisted.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? "failed"}`),
      ...stale.map((entry) => `${entry.check ?? "the scenario"} passes, but is listed as an expected failure`),
    ],
  };
}
