import { expect, test } from "vitest";
import packageJson from "../package.json";
import serverJson from "../server.json";
import { readmeTables } from "./support/readme-tables.ts";
import readme from "../README.md?raw";
import wranglerToml from "../wrangler.toml?raw";

test.each(Object.entries(readmeTables()))("the README's %s table is what the code says", (name, table) => {
  const [, written = ""] = new RegExp(`<!-- ${name} -->\n\n([^]*?)\n\n<!-- /${name} -->`).exec(readme) ?? [];
  expect(written).toBe(table);
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
