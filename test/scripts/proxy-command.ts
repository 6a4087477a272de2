import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { recordOutput } from "../canary/record-output.ts";

export interface ProxyCommand {
  address: string;
  output(): string;
  stop(): Promise<number | null>;
}

/** Runs `npm run proxy` until the test ends. */
export async function startProxyCommand(args: string[], env: Record<string, string> = {}): Promise<ProxyCommand> {
  const port = await findFreePort();
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    ["scripts/proxy.ts", "--port", String(port), ...args],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, "close") as Promise<[number | null]>;
  const stop = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    return (await exited)[0];
  };
  onTestFinished(async () => {
    await stop();
    recordOutput("scripts/proxy.ts", output);
  });
  await Promise.race([
    once(child.stdout, "data"),
    exited.then(([code]) => Promise.reject(new Error(`exited ${String(code)}\n${output}`))),
  ]);
  return { address: `127.0.0.1:${port}`, output: () => output, stop };
}
