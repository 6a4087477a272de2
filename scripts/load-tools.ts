import type { Tool } from "../src/tools/define-tool.ts";
import { importBundled } from "./import-bundled.ts";

/** The registry as the Worker has it, for scripts that look at the tools without running them. */
export async function loadTools(): Promise<readonly Tool[]> {
  const source = `export { tools } from "./src/tools/registry.ts";`;
  return (await importBundled<{ tools: readonly Tool[] }>(source, "not run")).tools;
}
