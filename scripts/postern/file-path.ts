import path from "node:path";
import { showCell } from "./table.ts";

/**
 * The file that a path means to the person who typed it: npm changes to the package's folder before it runs a script,
 * and keeps where the person is in INIT_CWD.
 */
export function fromHere(given: string, env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const started = env["npm_lifecycle_event"] === "postern" ? env["INIT_CWD"] : undefined;
  return path.resolve(started ?? cwd, given);
}

/** The path as it was typed, on one line. */
export const showPath = (given: string): string => showCell(given);
