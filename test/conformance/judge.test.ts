import { expect, test } from "vitest";
import { parseExpectedFailures } from "../../scripts/conformance/expected-failures.ts";
import { judge } from "../../scripts/conformance/judge.ts";
import type { Check } from "../../scripts/conformance/run-suite.ts";

const checks: Check[] = [
  { id: "good", status: "SUCCESS" },
  { id: "bad", status: "FAILURE", errorMessage: "no" },
  { id: "doubtful", status: "WARNING" },
];
const judged = (list: string, of = checks) =>
  judge({ scenario: "some", checks: of }, parseExpectedFailures(`server:\n${list}`));

test("counts passed and failed checks, warnings among the failed", () => {
  expect(judged("")).toMatchObject({ passed: 1, failed: 2 });
});

test("is surprised by a failure that is not listed", () => {
  expect(judged("").surprises).toEqual(["bad: no", "doubtful: failed"]);
  expect(judged("  - some:bad # so it is").surprises).toEqual(["doubtful: failed"]);
});

test("takes a listed failure with its reason", () => {
  expect(judged("  - some # so it is\n")).toMatchObject({ reasons: ["so it is"], surprises: [] });
});

test("is surprised by a listed failure that no longer happens", () => {
  const entries = "  - some:good # once\n  - some:bad # so it is\n  - some:doubtful # so it is";
  expect(judged(entries).surprises).toEqual(["good passes, but is listed as an expected failure"]);
  expect(judged("  - some # once", checks.slice(0, 1)).surprises).toEqual([
    "the scenario passes, but is listed as an expected failure",
  ]);
});

test("is surprised by a scenario without checks", () => {
  expect(judged("", []).surprises).toEqual(["it broke down before its first check"]);
});

test("refuses a list whose entries lack a reason", () => {
  expect(() => judged("  - some:bad")).toThrow("An expected failure needs its reason: - some:bad");
});
