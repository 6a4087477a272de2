import { expect, test } from "vitest";
import packageJson from "../package.json";
import serverJson from "../server.json";
import { resources } from "../src/resources/registry.ts";
import { tools } from "../src/tools/registry.ts";
import readme from "../README.md?raw";
import wranglerToml from "../wrangler.toml?raw";

test("the README's table names every tool and resource, and no other", () => {
  const named = [...readme.matchAll(/^\| `([^`]+)` +\| (?:tool|resource) +\|/gm)].map((match) => match[1]);
  const registered = [...tools.map((tool) => tool.name), ...resources.map((resource) => resource.uri)];
  expect(new Set(named)).toEqual(new Set(registered));
});

test("the README describes every setting of wrangler.toml", () => {
  const settings = [...wranglerToml.matchAll(/^([A-Z_]+) = |"([A-Z_]+)"(?=[,\]])/gm)].map(
    (match) => match[1] ?? match[2],
  );
  expect(settings.length).toBeGreaterThan(3);
  for (const setting of settings) expect(readme).toContain(`| \`${String(setting)}\``);
});

test("server.json carries the package's version", () => {
  expect(serverJson.version).toBe(packageJson.version);
});
