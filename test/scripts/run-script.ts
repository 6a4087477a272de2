import { execFile } from "node:child_process";
import { recordOutput } from "../canary/record-output.ts";

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script to its end and records what it printed; rejects with the exit code and the output when it fails. */
export async function runScript(args: readonly [string, ...string[]]): Promise<Printed> {
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      recordOutput(args[0], stdout + stderr);
      if (error === null) resolve({ stdout, stderr });
      else reject(Object.assign(error, { stdout, stderr }));
    });
  });
}
