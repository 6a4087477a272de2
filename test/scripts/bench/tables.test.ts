import { expect, test } from "vitest";
import { ownTable } from "../../../scripts/bench/own-table.ts";
import { rivalTable } from "../../../scripts/bench/rival-table.ts";

const figures = {
  name: "One",
  latencyMs: 1.26,
  latencyMsOfRows: 2,
  callsPerSecond: 400.4,
  failed: 0,
  writes: 0,
  residentBytes: 50 * 2 ** 20,
  tools: 5,
  toolTokens: 1496,
  answerTokens: 9640,
};

test("writes a line for each server, and says when calls failed", () => {
  const lines = rivalTable([figures, { ...figures, name: "Other", failed: 0.14 }]).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[2]).toBe("| One | 1.3 ms | 2.0 ms | 400 | 50 MiB | 5 (1,496) | 9,640 | 0 of 6 |");
  expect(lines[3]).toContain("| 400 (14 % failed) |");
});

test("says what was measured beside what was asked", () => {
  const pair = { postern: 1, bare: 1 };
  const spread = { median: 1, p95: 1 };
  const summary = {
    bar: { latencyRatio: 1.5, isMet: false },
    cases: [
      {
        name: "SELECT 1",
        isBarred: true,
        roundTrips: 1,
        rows: 1,
        rowsAsked: 1,
        answerBytes: pair,
        latencyMs: { postern: spread, bare: spread, ratio: 1.62, middleHalf: [1.5, 1.7] as [number, number] },
        callsPerSecond: { ...pair, ratio: 0.6, middleHalf: [0.5, 0.7] as [number, number] },
      },
    ],
    search: [{ kind: "all", queries: 3, vector: 0.8, keyword: 0.9, hybrid: 0.95 }],
    guard: [{ characters: 8, microseconds: 4.2 }],
    steps: [{ clients: 16, callsPerSecond: pair, ratio: 0.6 }],
    memory: { calls: 1000, resident: [100, 110].map((mib) => mib * 2 ** 20) },
    coldStart: { milliseconds: pair, ratio: 1.31 },
    bundleBytes: 650 * 1024,
    toolTokens: 1978,
    rivals: undefined,
    floorMs: 0.1,
    seconds: 1,
  };
  const lines = ownTable(summary).split("\n");
  expect(lines).toHaveLength(13);
  expect(lines).toContain("| Latency, SELECT 1 | 1.62 (middle half 1.50 to 1.70) | at most 1.50 |");
  expect(lines).toContain("| Calls a second, 16 at a time | 0.60 |  |");
  expect(lines).toContain("| Memory of workerd at the end of 1000 calls | 110 MiB | 100 MiB after a tenth |");
  expect(lines).toContain("| Search by hybrid, nDCG@10 | 0.950 | as good as either |");
});
