import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Wrangler hands the Worker a compiled module for a .wasm import; Node has to be given the same. */
const compiledWasm: Plugin = {
  name: "compiled-wasm",
  setup(bundle) {
    bundle.onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const bytes = await readFile(path, "base64");
      return { contents: `export default new WebAssembly.Module(Buffer.from("${bytes}", "base64"));`, loader: "js" };
    });
  },
};

/**
 * Imports TypeScript that stands as if in the root folder, bundled in memory as for the Worker: with SQL as text and the
 * parser compiled, or nothing in its place where it is not run.
 */
export async function importBundled<Module>(source: string, parser: "run" | "not run"): Promise<Module> {
  const bundle = await build({
    stdin: { contents: source, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    external: ["cloudflare:workers"],
    ...(parser === "run"
      ? { loader: { ".sql": "text" }, plugins: [compiledWasm] }
      : { loader: { ".sql": "text", ".wasm": "empty" } }),
  });
  const code = Buffer.from(bundle.outputFiles[0]?.text ?? "").toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)) as Module;
}
