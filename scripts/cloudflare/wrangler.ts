import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { text as readAll } from "node:stream/consumers";
import { QUIET_WRANGLER } from "../local/quiet-wrangler.ts";

const PROGRAM = path.join(
  path.dirname(createRequire(import.meta.url).resolve("wrangler/package.json")),
  "bin/wrangler.js",
);

export interface WranglerCall {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** For a secret, which must not show in the list of processes. */
  input?: string;
}

export interface WranglerAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the wrangler of this checkout, in its folder, without questions and without colours. */
export async function runWrangler({ args, env, input }: WranglerCall): Promise<WranglerAnswer> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...env, ...QUIET_WRANGLER, CI: "true", NO_COLOR: "1" },
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
  // Left alone it would go on with what nobody waits for any more.
  const stop = (): unknown => child.kill();
  process.once("exit", stop);
  // A wrangler that ends before it has read its input says why on stderr.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  const [exitCode, stdout, stderr] = await Promise.all([exited, readAll(child.stdout), readAll(child.stderr)]);
  process.removeListener("exit", stop);
  return { exitCode, stdout, stderr };
}
