import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compiledWasm } from "../../scripts/guard/compiled-wasm.ts";

/** A file of src as it is built for the Worker, SQL and parser included, for tests in Node. */
export async function loadBundled<Module>(file: string): Promise<Module> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/${file}`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    loader: { ".sql": "text" },
    plugins: [compiledWasm],
  });
  const code = Buffer.from(bundle.outputFiles[0]?.text ?? "").toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)) as Module;
}
