import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly checks: readonly Check[];
}

export interface SuiteResult {
  readonly scenarios: readonly ScenarioResult[];
  readonly exitCode: number;
  readonly output: string;
}

const require = createRequire(import.meta.url);
const suite = require.resolve("@modelcontextprotocol/conformance/dist/index.js");
const LONGEST_RUN_MS = 300_000;

/** Runs the suite's command once and reads what it leaves behind. */
export async function runSuite(url: URL, options: readonly string[], signal: AbortSignal): Promise<SuiteResult> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "postern-conformance-"));
  try {
    const { exitCode, output } = await run(["server", "--url", url.href, "--output-dir", folder, ...options], signal);
    signal.throwIfAborted();
    const announced = [...output.matchAll(/^Running client scenario '(.+?)' /gm)].map(([, name = ""]) => name);
    const checks = await readChecks(folder);
    // A scenario that broke down has been announced but left no file.
    return {
      scenarios: announced.map((scenario) => ({ scenario, checks: checks.get(scenario) ?? [] })),
      exitCode,
      output,
    };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], signal: AbortSignal): Promise<{ exitCode: number; output: string }> {
  const options = { encoding: "utf8", maxBuffer: Infinity, timeout: LONGEST_RUN_MS, signal } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ exitCode, output: stdout + stderr });
    });
  });
}

async function readChecks(folder: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const found = new Map<string, readonly Check[]>();
  for (const name of await fs.readdir(folder)) {
    const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name) ?? [];
    if (scenario === undefined) throw new Error(`The suite left something unknown: ${name}`);
    const text = await fs.readFile(path.join(folder, name, "checks.json"), "utf8").catch(() => "[]");
    found.set(scenario, JSON.parse(text) as Check[]);
  }
  return found;
}
