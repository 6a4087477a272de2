import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { recordOutput } from "../../canary/record-output.ts";
import { collectOutput } from "./collect-output.ts";
import { type Ran, withoutNewTokens } from "./run-postern.ts";

// Tables ask the process itself whether its output takes colours.
delete process.env["FORCE_COLOR"];
process.env["NO_COLOR"] = "1";
// What runs on this machine is no part of a test.
delete process.env["PGPASSWORD"];
process.env["POSTERN_STATE"] = path.join(tmpdir(), "no-postern-here");
const { runCommandLine } = await import("../../../scripts/postern/run-command-line.ts");

interface Around {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly cwd?: string;
}

/** The command within this process, without a terminal: all but the start of a process is as a person has it. */
export async function runHere(
  args: readonly string[],
  { env = {}, input = "", cwd = process.cwd() }: Around = {},
): Promise<Ran> {
  const [out, error] = [collectOutput(), collectOutput()];
  const code = await runCommandLine([...args], {
    env: { ADMIN_TOKEN: "x", ...env },
    stdin: Readable.from(input === "" ? [] : [input]),
    stdout: out.stream,
    stderr: error.stream,
    cwd: () => cwd,
  });
  const ran = { code, out: out.text(), error: error.text() };
  recordOutput("postern", withoutNewTokens(args, ran));
  return ran;
}
