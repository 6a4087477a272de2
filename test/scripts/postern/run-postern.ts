import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { recordOutput } from "../../canary/record-output.ts";

export interface Ran {
  code: number | null;
  out: string;
  error: string;
}

/** The command as a process of its own, without a terminal. */
export async function runPostern(
  args: readonly string[],
  { adminToken = "x", input = "" }: { adminToken?: string; input?: string } = {},
): Promise<Ran> {
  const env = { ...process.env, ADMIN_TOKEN: adminToken, NO_COLOR: "1", FORCE_COLOR: undefined };
  const child = spawn(process.execPath, ["scripts/postern.ts", ...args], { env });
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  // Making a token shows it, on stdout and nowhere else.
  const isMeant = /^token (create|rotate)\b/.test(args.join(" "));
  recordOutput("postern", `${isMeant ? out.replaceAll(/pst_\w+/g, "") : out}\n${error}\n`);
  return { code, out, error };
}
