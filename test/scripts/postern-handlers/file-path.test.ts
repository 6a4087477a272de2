import path from "node:path";
import { expect, test } from "vitest";
import { fromHere, showPath } from "../../../scripts/postern/file-path.ts";

test("a path means what it does where npm was called, not where it runs the script", () => {
  const env = { INIT_CWD: "/home/ada/sql", npm_lifecycle_event: "postern" };
  expect(fromHere("weather.sql", env, "/elsewhere")).toBe(path.resolve("/home/ada/sql/weather.sql"));
  expect(fromHere("/tmp/weather.sql", env, "/elsewhere")).toBe(path.resolve("/tmp/weather.sql"));
});

test("another script of npm does not move a path", () => {
  const env = { INIT_CWD: "/home/ada/sql", npm_lifecycle_event: "test" };
  expect(fromHere("weather.sql", env, "/elsewhere")).toBe(path.resolve("/elsewhere/weather.sql"));
});

test("a path is shown on one line", () => {
  expect(showPath("a\nb\u001b.sql")).toBe("a\\nb\\u001b.sql");
});
