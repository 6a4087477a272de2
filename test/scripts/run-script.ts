import { execFile } from "node:child_process";
import { recordOutput } from "../canary/record-output.ts";

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly env?: Record<string, string>;
  /** The secret that the script shows on purpose, with its surroundings. */
  readonly shown?: RegExp;
}

/** Runs a script to its end and records what it printed; rejects with the exit code and the output when it fails. */
export async function runScript(args: readonly [string, ...string[]], options: Options = {}): Promise<Printed> {
  const { env = {}, shown } = options;
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      const output = stdout + stderr;
      recordOutput(args[0], shown === undefined ? output : output.replace(shown, ""));
      if (error === null) resolve({ stdout, stderr });
      else reject(Object.assign(error, { stdout, stderr }));
    });
  });
}
