import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { recordOutput } from "../../canary/record-output.ts";

export interface Ran {
  code: number | null;
  out: string;
  error: string;
}

/** All that was printed but the token that making one shows, on stdout and nowhere else. */
export function withoutNewTokens(args: readonly string[], { out, error }: Ran): string {
  const isMeant = /^(token (create|rotate)|preview up)\b/.test(args.join(" "));
  return `${isMeant ? out.replaceAll(/pst_\w+/g, "") : out}\n${error}\n`;
}

/** The command as a process of its own, without a terminal. */
export async function runPostern(
  args: readonly string[],
  {
    adminToken = "x",
    input = "",
    env: more = {},
  }: { adminToken?: string; input?: string; env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Ran> {
  const env = { ...process.env, ADMIN_TOKEN: adminToken, NO_COLOR: "1", FORCE_COLOR: undefined, ...more };
  const child = spawn(process.execPath, ["scripts/postern.ts", ...args], { env });
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  const ran = { code, out, error };
  recordOutput("postern", withoutNewTokens(args, ran));
  return ran;
}
