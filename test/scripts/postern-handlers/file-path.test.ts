import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fromHere, showPath } from "../../../scripts/postern/file-path.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a path means what it does where npm was called, not where it runs the script", () => {
  vi.stubEnv("INIT_CWD", "/home/ada/sql");
  vi.stubEnv("npm_lifecycle_event", "postern");
  expect(fromHere("weather.sql")).toBe(path.resolve("/home/ada/sql/weather.sql"));
  expect(fromHere("/tmp/weather.sql")).toBe(path.resolve("/tmp/weather.sql"));
});

test("another script of npm does not move a path", () => {
  vi.stubEnv("INIT_CWD", "/home/ada/sql");
  vi.stubEnv("npm_lifecycle_event", "test");
  expect(fromHere("weather.sql")).toBe(path.resolve("weather.sql"));
});

test("a path is shown on one line", () => {
  expect(showPath("a\nb\u001b.sql")).toBe("a\\nb\\u001b.sql");
});
