import { expect, test } from "vitest";
import { rivalTable } from "../../../scripts/bench/readme-table.ts";

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
