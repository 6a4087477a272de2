import fc from "fast-check";
import { expect, test } from "vitest";
import { readRetryAfter } from "../../../src/ai/wire/retry-after.ts";

const now = Date.parse("2026-11-18T12:00:00Z");

test("reads seconds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (seconds) => {
      expect(readRetryAfter(String(seconds), now)).toBe(seconds * 1000);
    }),
  );
  expect(readRetryAfter(" 1.5 ", now)).toBe(1500);
});

test("reads dates, those in the past as no wait", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (seconds) => {
      const date = new Date(now + seconds * 1000).toUTCString();
      expect(readRetryAfter(date, now)).toBe(Math.max(0, seconds * 1000));
    }),
  );
});

test.each([null, "", "soon", "-1", "1e3", "0x10", "2026-11-18", "12:00", "9".repeat(400)])(
  "reads nothing from %j",
  (text) => {
    expect(readRetryAfter(text, now)).toBeUndefined();
  },
);

test("never returns anything but a wait", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const wait = readRetryAfter(text, now);
      expect(wait === undefined || (Number.isSafeInteger(wait) && wait >= 0)).toBe(true);
    }),
  );
});
