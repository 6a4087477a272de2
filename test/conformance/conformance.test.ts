import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { plan } from "../../scripts/conformance/plan.ts";
import { renderRun } from "../../scripts/conformance/report.ts";
import { runPlan } from "../../scripts/conformance/run-plan.ts";
import type { RunResult } from "../../scripts/conformance/run-planned.ts";
import { type Cleanups, startTargets } from "../../scripts/conformance/start-targets.ts";
import { recordOutput } from "../canary/record-output.ts";
import { recordWorker } from "../support/start-worker.ts";

const cleanups: Cleanups = [];
let results: RunResult[] = [];

beforeAll(async () => {
  const targets = await startTargets(inject("workerSettings"), inject("readerUrl"), cleanups, recordWorker);
  results = await runPlan(targets, new AbortController().signal);
  for (const { output } of results) recordOutput("conformance suite", output);
}, 180_000);

afterAll(async () => {
  for (const undo of cleanups.toReversed()) await undo();
});

const surprisesOf = ({ verdicts, surprises }: RunResult): string[] => [
  ...surprises,
  ...verdicts.flatMap((verdict) => verdict.surprises.map((surprise) => `${verdict.scenario}: ${surprise}`)),
];

test.each(plan)("passes the official suite of $revision with the $target, but for what is expected", (planned) => {
  const result = results.find((candidate) => candidate.planned === planned);
  if (result === undefined) throw new Error("it did not run");
  expect(surprisesOf(result), renderRun(result)).toEqual([]);
});

test.each(["2026-07-28", "2025-11-25"])("sends only messages that the JSON schema of %s allows", (revision) => {
  const validated = (scenario: string): unknown => {
    const result = results.find(({ planned }) => planned.target === "product" && planned.revision === revision);
    const checks = result?.results.find((candidate) => candidate.scenario === scenario)?.checks;
    const check = checks?.find(({ id }) => id === "wire-schema-valid");
    return check?.status === "SUCCESS" && check.details?.["messagesValidated"];
  };
  // Counted with what the suite itself sends: at least a request and its answer.
  for (const scenario of ["tools-list", "tools-call-simple-text", "tools-call-error", "resources-list"])
    expect(validated(scenario), scenario).toBeGreaterThanOrEqual(2);
  for (const scenario of ["resources-read-text", "prompts-list", "prompts-get-simple", "completion-complete"])
    expect(validated(scenario), scenario).toBeGreaterThanOrEqual(2);
  expect(validated("tools-call-with-progress")).toBeGreaterThanOrEqual(5);
});
