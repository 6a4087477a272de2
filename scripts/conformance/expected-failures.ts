import fs from "node:fs/promises";
import path from "node:path";

export interface ExpectedFailure {
  readonly scenario: string;
  /** Only this check of the scenario; without it, any. */
  readonly check: string | undefined;
  readonly reason: string;
}

/** The suite's own format, in which each entry's comment says why: `  - scenario:check # reason`. */
export function parseExpectedFailures(text: string): ExpectedFailure[] {
  const [, list] = text.split(/^server:.*$/m);
  const lines = (list ?? "").split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [, scenario, check, reason] = /^\s+- ([\w-]+)(?::(\S+))?\s+# (.+)$/.exec(line) ?? [];
    if (scenario === undefined || reason === undefined)
      throw new Error(`An expected failure needs its reason: ${line.trim()}`);
    return { scenario, check, reason };
  });
}

export async function readExpectedFailures(file: string): Promise<ExpectedFailure[]> {
  return parseExpectedFailures(await fs.readFile(file, "utf8"));
}

export function expectedFailuresFile(target: string, revision: string): string {
  const name = `expected-failures-${target}-${revision}.yml`;
  return path.resolve(import.meta.dirname, "../../test/conformance", name);
}
