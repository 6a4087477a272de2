import type { RunResult } from "./run-planned.ts";

const names = {
  fixtures: "Postern's front with the suite's fixtures",
  product: "Postern itself, with calls of its own in place of some fixtures",
};

/** A run's scenarios for people, one a line; what is wrong stands out. */
export function renderRun({ planned: { target, revision }, verdicts, surprises }: RunResult): string {
  const width = Math.max(0, ...verdicts.map(({ scenario }) => scenario.length));
  const rows = verdicts.flatMap((verdict) => [
    `  ${verdict.scenario.padEnd(width)}  ${String(verdict.passed).padStart(6)}  ${String(verdict.failed).padStart(6)}`,
    ...(verdict.passed + verdict.failed === 0 ? ["      does not apply"] : []),
    ...verdict.reasons.map((reason) => `      expected: ${reason}`),
    ...verdict.surprises.map((surprise) => `      WRONG: ${surprise}`),
  ]);
  const clean = verdicts.filter((verdict) => verdict.failed === 0).length;
  return [
    `\n${names[target]}, ${revision}`,
    `  ${"scenario".padEnd(width)}  passed  failed`,
    ...rows,
    ...surprises.map((surprise) => `  WRONG: ${surprise}`),
    `  ${clean} of ${verdicts.length} scenarios without a failed check`,
  ].join("\n");
}

export function isAsExpected({ verdicts, surprises }: RunResult): boolean {
  return surprises.length === 0 && verdicts.every((verdict) => verdict.surprises.length === 0);
}
