import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

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
  return { code, out, error };
}
