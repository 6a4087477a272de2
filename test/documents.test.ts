import { expect, test } from "vitest";
import packageJson from "../package.json";
import serverJson from "../server.json";
import { settings } from "../src/config.ts";
import { toolCosts, tokensOf } from "../src/http/tool-costs.ts";
import { generatedTables } from "./support/generated-tables.ts";
import changelog from "../CHANGELOG.md?raw";
import readme from "../README.md?raw";
import security from "../SECURITY.md?raw";
import wranglerToml from "../wrangler.toml?raw";

const docs = import.meta.glob<string>("../docs/*.md", { query: "?raw", import: "default", eager: true });
const documents: Record<string, string> = {
  "README.md": readme,
  "SECURITY.md": security,
  "CHANGELOG.md": changelog,
  ...Object.fromEntries(Object.entries(docs).map(([path, text]) => [path.replace("../", ""), text])),
};
const everything = Object.values(documents).join("\n");

test.each(Object.entries(generatedTables()))("the %s table is what the code says: npm run readme", (name, table) => {
  const [, written = ""] = new RegExp(`<!-- ${name} -->\n\n([^]*?)\n\n<!-- /${name} -->`).exec(everything) ?? [];
  expect(written).toBe(table);
});

test("every setting of wrangler.toml is described, and no other", () => {
  const [production = ""] = wranglerToml.split("\n[env.");
  const variables = [...production.matchAll(/^([A-Z_]+) = /gm)].map(([, name]) => name ?? "");
  expect(variables.length).toBeGreaterThan(3);
  const required = /^required = \[(.*)\]/m.exec(production)?.[1]?.match(/[A-Z_]+/g) ?? [];
  // Keys of models are secrets, too, and needed by those providers only that ask for one.
  const known = [...variables, ...required, "EMBEDDING_KEY", "TEXT_KEY"];
  expect(new Set(Object.keys(settings))).toEqual(new Set(known));
});

test("server.json carries the package's version", () => {
  expect(serverJson.version).toBe(packageJson.version);
});

test("the README is short", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThan(250);
});

test("the README says what the tools of a token for reading cost", () => {
  const [, said = ""] = /All tools of a read token together cost about ([\d,]+) tokens/.exec(readme) ?? [];
  const cost = tokensOf("read");
  expect(toolCosts.length).toBeGreaterThan(5);
  expect(Math.abs(Number(said.replace(",", "")) - cost)).toBeLessThanOrEqual(cost * 0.05);
});

test.each([
  ["README.md", "bench", /^\| Postern +\|.* 0 of \d+ \|$/m],
  ["docs/measured.md", "measured", /^\| Latency, SELECT 1, legacy +\| +\d/m],
])("%s has a table of the bench, each row with a cell for each heading", (file, name, line) => {
  const [, table = ""] =
    new RegExp(`<!-- ${name} -->\n\n([^]*?)\n\n<!-- /${name} -->`).exec(documents[file] ?? "") ?? [];
  const widths = table.split("\n").map((row) => row.split("|").length);
  expect(widths.length).toBeGreaterThan(3);
  expect(new Set(widths).size).toBe(1);
  expect(table).toMatch(line);
});

/** As GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );

const found = import.meta.glob(["../*", "../docs/*", "../.github/*"], { query: "?url" });
const files = new Set(Object.keys(found).map((path) => path.replace("../", "")));

test.each(Object.entries(documents))("the links of %s lead somewhere", (name, text) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, markdown, markup]) => markdown ?? markup ?? "",
  );
  const local = links.filter((link) => !/^https?:/.test(link));
  const lost = local.filter((link) => {
    const { pathname, hash } = new URL(link, `file:///${name}`);
    const path = pathname.slice(1);
    const target = documents[path];
    if (hash !== "" && target !== undefined) return !anchorsOf(target).includes(hash.slice(1));
    return target === undefined && !files.has(path);
  });
  expect(lost).toEqual([]);
});
