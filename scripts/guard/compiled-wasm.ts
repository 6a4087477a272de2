import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** Wrangler hands the Worker a compiled module for a .wasm import; Node has to be given the same. */
export const compiledWasm: Plugin = {
  name: "compiled-wasm",
  setup(bundle) {
    bundle.onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
      const bytes = await readFile(path, "base64");
      return { contents: `export default new WebAssembly.Module(Buffer.from("${bytes}", "base64"));`, loader: "js" };
    });
  },
};
