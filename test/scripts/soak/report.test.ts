import { expect, test } from "vitest";
import { judgeRun, renderRun, type SoakRun } from "../../../scripts/soak/report.ts";
import { count, newTally } from "../../../scripts/soak/tally.ts";

const flat = Array.from({ length: 40 }, () => 100_000_000);

function goodRun(): SoakRun {
  const tally = newTally();
  count(tally, "echo", { kind: "right" }, false);
  count(tally, "echo", { kind: "failed", code: "database_not_ready" }, true);
  return { tally, faults: 1, resident: flat, leftovers: { statements: 0, connections: 0 } };
}

test("is content with clear errors while something is broken", () => {
  expect(judgeRun(goodRun())).toEqual([]);
  expect(renderRun(goodRun(), [])).toMatch(/2 calls, 1 answered right, 1 faults injected[\s\S]*Good\./);
});

test("finds a run bad in which nothing was answered", () => {
  expect(judgeRun({ ...goodRun(), tally: newTally() })).toEqual(["nothing was answered"]);
});

test("names wrong answers, errors without a cause, leftovers and growing memory", () => {
  const run = { ...goodRun(), resident: flat.map((bytes, second) => bytes * (1 + second / 20)) };
  count(run.tally, "echo", { kind: "wrong", why: "of another tenant" }, true);
  count(run.tally, "echo", { kind: "failed", code: "database_not_ready" }, false);
  const failures = judgeRun({ ...run, leftovers: { statements: 2, connections: 3 } });
  expect(failures.slice(0, 4)).toEqual([
    "1 wrong answers",
    "1 errors while nothing was broken",
    "2 statements still running",
    "3 connections still open",
  ]);
  expect(failures[4]).toMatch(/^memory grew 1\.\d\d times$/);
  expect(renderRun(run, failures)).toContain("echo: of another tenant");
});
