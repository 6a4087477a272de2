// Writes the README's tables anew from the registries; test/readme.test.ts fails when they are stale.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);

async function loadTables(): Promise<Record<string, string>> {
  const bundle = await build({
    stdin: {
      contents: `import { readmeTables } from "./test/support/readme-tables.ts"; export const tables = readmeTables();`,
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

const file = new URL("README.md", root);
let readme = await readFile(file, "utf8");
for (const [name, table] of Object.entries(await loadTables())) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  if (!place.test(readme)) throw new Error(`README.md has no place for the ${name} table`);
  readme = readme.replace(place, (_, before: string, after: string) => `${before}\n${table}\n${after}`);
}
await writeFile(file, readme);
