import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.resolve(import.meta.dirname, "../..");
const QUIET = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  NO_COLOR: "1",
};

/** The Worker exactly as a deployment would upload it. */
export function buildPostern(outdir: string): void {
  const wrangler = path.dirname(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const command = ["deploy", "--dry-run", "--env=", "--minify", "--outdir", outdir];
  execFileSync(process.execPath, [path.join(wrangler, "bin/wrangler.js"), ...command], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** The entry of each Worker, and of the one binding, that the bench brings along. */
const ENTRIES = {
  "bare-worker": 'export { bareWorker as default } from "./bare-worker.ts";',
  "kv-worker": 'export { kvWorker as default } from "./kv-worker.ts";',
  "rate-limit-binding": 'export { createRateLimiter as default } from "./rate-limit-binding.ts";',
  "guard-worker": `import { guard } from "../../src/sql/guard.ts";
    import { createGuardWorker } from "./guard-worker.ts";
    export default createGuardWorker(guard);`,
};

/** Bundles them as wrangler bundles ours, each into a folder of its own. */
export async function buildBenchWorkers(folder: string): Promise<void> {
  for (const [name, contents] of Object.entries(ENTRIES)) {
    await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
      outfile: path.join(folder, name, "index.js"),
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "browser"],
      mainFields: ["browser", "module", "main"],
      loader: { ".wasm": "copy", ".sql": "text" },
      logLevel: "error",
    });
  }
}

export interface WorkerModule {
  name: string;
  kind: "esModule" | "wasm" | "text";
}

const KINDS = new Map<string, WorkerModule["kind"]>([
  [".js", "esModule"],
  [".wasm", "wasm"],
  [".sql", "text"],
  [".txt", "text"],
  [".html", "text"],
  [".css", "text"],
  [".mjs", "text"],
  [".svg", "text"],
]);

/** What workerd has to load from the folder, the entry first. */
export function listModules(folder: string): WorkerModule[] {
  const found = fs.readdirSync(folder).flatMap((name) => {
    const kind = KINDS.get(path.extname(name));
    return kind === undefined ? [] : [{ name, kind }];
  });
  return found.toSorted((left, right) => Number(right.name === "index.js") - Number(left.name === "index.js"));
}
