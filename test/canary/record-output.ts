import { appendFileSync } from "node:fs";
import path from "node:path";
import { expect, inject } from "vitest";
import type { Output } from "./collected-output.ts";

/** Hands what a Worker or a command printed, which the runner does not see, to the search for secrets. */
export function recordOutput(program: string, text: string): void {
  const file = path.relative(process.cwd(), expect.getState().testPath ?? "");
  const output: Output = { source: `${program} of ${file}`, text };
  // A file for each process, so that no two write into one line.
  appendFileSync(path.join(inject("outputFolder"), String(process.pid)), `${JSON.stringify(output)}\n`);
}
