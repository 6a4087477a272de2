import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Tool } from "../src/tools/define-tool.ts";

/** The registry as the Worker has it, for scripts that look at the tools without running them. */
export async function loadTools(): Promise<readonly Tool[]> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("../src/tools/registry.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    // The parser is not run here.
    loader: { ".sql": "text", ".wasm": "empty" },
  });
  const code = bundle.outputFiles[0]?.text ?? "";
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { tools: readonly Tool[] };
  return loaded.tools;
}
