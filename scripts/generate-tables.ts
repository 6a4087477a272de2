// Writes the tables of README and docs anew from the registries; test/documents.test.ts fails when they are stale.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);

async function loadTables(): Promise<Record<string, string>> {
  const bundle = await build({
    stdin: {
      contents: `import { generatedTables } from "./test/support/generated-tables.ts"; export const tables = generatedTables();`,
      resolveDir: fileURLToPath(root),
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    // The parser is not run here.
    loader: { ".sql": "text", ".wasm": "empty" },
    external: ["cloudflare:workers"],
  });
  const code = bundle.outputFiles[0]?.text ?? "";
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    tables: Record<string, string>;
  };
  return loaded.tables;
}

async function documents(): Promise<URL[]> {
  const docs = await readdir(new URL("docs/", root));
  const pages = docs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  return ["README.md", ...pages].map((name) => new URL(name, root));
}

const missing = new Map(Object.entries(await loadTables()));
for (const file of await documents()) {
  const text = await readFile(file, "utf8");
  let written = text;
  for (const [name, table] of missing) {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
    if (!place.test(written)) continue;
    written = written.replace(place, (_, before: string, after: string) => `${before}\n${table}\n${after}`);
    missing.delete(name);
  }
  if (written !== text) await writeFile(file, written);
}
if (missing.size > 0) throw new Error(`no document has a place for these tables: ${[...missing.keys()].join(", ")}`);
