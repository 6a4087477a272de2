import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";

let state = "";
let running: ChildProcess | undefined;

beforeAll(async () => {
  state = await mkdtemp(path.join(tmpdir(), "postern-start-"));
});

afterAll(async () => {
  await stop("SIGTERM");
  await rm(state, { recursive: true, force: true });
});

/** Starts as `npm start` does and returns what the panel printed. */
async function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ["scripts/start.ts", "--port", String(await findFreePort()), ...args], {
    // TMPDIR too, since a killed Worker cannot remove its temporary files.
    env: { ...process.env, POSTERN_STATE: state, TMPDIR: state },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => output.includes("Ctrl-C stops") && resolve());
    child.once("exit", (code) => reject(new Error(`exited ${String(code)}\n${output}`)));
  });
  return output;
}

async function stop(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null) return null;
  const exited = once(child, "exit");
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

/** Sends the request of the printed curl line. */
async function runPrintedCurl(panel: string): Promise<unknown> {
  const [, url = "", authorization = "", body = ""] =
    /^\s*curl -s (\S+) -H 'Authorization: ([^']+)' .* -d '(.+)'$/m.exec(panel) ?? [];
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body,
  });
  return await response.json();
}

const tokenIn = (panel: string) => /pst_\w+/.exec(panel)?.[0];

test("prints a request that answers, recovers after kill -9 with the same token, and stops cleanly", async () => {
  const first = await start();
  expect(await runPrintedCurl(first)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  await stop("SIGKILL");
  expect(existsSync(path.join(state, "pg/postmaster.pid"))).toBe(true);

  const second = await start();
  expect(tokenIn(second)).toBe(tokenIn(first));
  expect(await runPrintedCurl(second)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  expect(await stop("SIGTERM")).toBe(0);
  expect(existsSync(path.join(state, "pg/postmaster.pid"))).toBe(false);
  expect(existsSync(path.join(state, "start.pid"))).toBe(false);
}, 60_000);

test("serves another Postgres with --database-url", async () => {
  const panel = await start("--database-url", inject("readerUrl"));
  expect(await runPrintedCurl(panel)).toMatchObject({
    result: { structuredContent: { rows: [[expect.stringMatching(/^PostgreSQL 18/)]] } },
  });
  expect(await stop("SIGTERM")).toBe(0);
}, 60_000);

test("refuses an unknown option with a clear error", async () => {
  await expect(start("--nope")).rejects.toThrow(/exited 1[\s\S]*--nope/);
});
