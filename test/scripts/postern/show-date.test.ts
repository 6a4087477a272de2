import { expect, test } from "vitest";
import { showMoment } from "../../../scripts/postern/show-date.ts";

const now = new Date("2026-11-18T14:05:00Z");

test.each([
  ["2026-11-21T15:00:00.000Z", "2026-11-21 15:00 (in 3 days)"],
  ["2026-11-18T16:04:00.000Z", "2026-11-18 16:04 (in 1 hour)"],
  ["2026-11-18T14:04:30.000Z", "2026-11-18 14:04 (30 seconds ago)"],
  ["2025-11-18T14:05:00.000Z", "2025-11-18 14:05 (365 days ago)"],
])("shows %s with how far away it is", (date, shown) => {
  expect(showMoment(date, now)).toBe(shown);
});
