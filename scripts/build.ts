// Bundles the Worker exactly as a deployment would and says how large it is.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const maxGzipKib = 700;
const wrangler = path.join(
  path.dirname(createRequire(import.meta.url).resolve("wrangler/package.json")),
  "bin/wrangler.js",
);
const env = {
  ...process.env,
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  NO_COLOR: "1",
};
const output = execFileSync(
  process.execPath,
  [wrangler, "deploy", "--dry-run", "--env=", "--minify", "--outdir", ".wrangler/build"],
  { env, encoding: "utf8" },
);
const [, gzipKib] = /gzip: ([\d.]+) KiB/.exec(output) ?? [];
if (gzipKib === undefined) throw new Error(`wrangler did not print the bundle's size:\n${output}`);
const fits = Number(gzipKib) <= maxGzipKib;
process.stdout.write(`Worker bundle: ${gzipKib} KiB gzip (at most ${String(maxGzipKib)})\n`);
if (!fits) process.exitCode = 1;
