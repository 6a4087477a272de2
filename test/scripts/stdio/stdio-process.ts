import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect } from "vitest";
import { recordOutput } from "../../canary/record-output.ts";

const SCRIPT = path.resolve(import.meta.dirname, "../../../scripts/postern.ts");

export const patience = { timeout: 40_000 };

type Answer = Record<string, unknown> & { id?: unknown; result?: Record<string, unknown> };

/** How a client is told to start the command: from anywhere, with nothing of this process's environment but a path. */
export const stdioCommand = (args: readonly string[], env: Record<string, string>, cwd: string) => ({
  command: process.execPath,
  args: [SCRIPT, "stdio", ...args],
  env: { PATH: process.env["PATH"] ?? "", ...env },
  cwd,
});

export interface StdioProcess {
  readonly child: ChildProcess;
  /** Everything that has come, in the order in which it came. */
  readonly answers: readonly Answer[];
  send(...messages: unknown[]): void;
  answerTo(id: unknown): Promise<Answer>;
  log(): string;
  /** Ends its input; returns the exit code. */
  end(): Promise<number | null>;
  exited(): Promise<number | null>;
}

/** The command as a process without a client library: lines in, lines out. */
export function startStdio(...given: Parameters<typeof stdioCommand>): StdioProcess {
  const { command, args, env, cwd } = stdioCommand(...given);
  const child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"] });
  const answers: Answer[] = [];
  let [out, log] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (out + text).split("\n");
    out = lines.pop() ?? "";
    // Anything that is no message fails here.
    for (const line of lines) answers.push(JSON.parse(line) as Answer);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  // Some tests leave before it reads.
  child.stdin.on("error", () => undefined);
  const closed = once(child, "close").then(([code]) => {
    recordOutput("postern stdio", log + JSON.stringify(answers));
    return code as number | null;
  });
  return {
    child,
    answers,
    send: (...messages) => {
      for (const message of messages)
        child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    },
    answerTo: async (id) => {
      const found = () => answers.find((answer) => answer.id === id);
      await expect.poll(found, patience).toBeDefined();
      return found() as Answer;
    },
    log: () => log,
    end: async () => {
      child.stdin.end();
      return await closed;
    },
    exited: () => closed,
  };
}

export const query = (id: unknown, sql: string) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "query", arguments: { query: sql } },
});
