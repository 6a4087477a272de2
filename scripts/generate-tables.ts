// Writes the tables of README and docs anew from the registries; test/documents.test.ts fails when they are stale.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { importBundled } from "./import-bundled.ts";
import { placeTable } from "./place-table.ts";

const root = new URL("../", import.meta.url);

const source = `import { generatedTables } from "./test/support/generated-tables.ts"; export const tables = generatedTables();`;

async function documents(): Promise<URL[]> {
  const docs = await readdir(new URL("docs/", root));
  const pages = docs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  return ["README.md", ...pages].map((name) => new URL(name, root));
}

const { tables } = await importBundled<{ tables: Record<string, string> }>(source, "not run");
const missing = new Map(Object.entries(tables));
for (const file of await documents()) {
  const text = await readFile(file, "utf8");
  let written = text;
  for (const [name, table] of missing) {
    const placed = placeTable(written, name, table);
    if (placed === undefined) continue;
    written = placed;
    missing.delete(name);
  }
  if (written !== text) await writeFile(file, written);
}
if (missing.size > 0) throw new Error(`no document has a place for these tables: ${[...missing.keys()].join(", ")}`);
