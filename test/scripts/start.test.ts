import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { adminClient } from "../../scripts/admin-client.ts";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { processesWithVariable } from "../../scripts/local/processes.ts";
import { readKeyStatus } from "../../scripts/postern/key-status.ts";
import { makeSealingKey } from "../../scripts/postern/sealing-key.ts";
import { recordOutput } from "../canary/record-output.ts";
import { runPostern } from "./postern/run-postern.ts";

let state = "";
let running: ChildProcess | undefined;

beforeAll(async () => {
  state = await mkdtemp(path.join(tmpdir(), "postern-start-"));
});

// A test that fails half-way must not leave its server in the way of the next one.
afterEach(async () => {
  await stop("SIGTERM");
});

afterAll(async () => {
  await rm(state, { recursive: true, force: true });
});

/** The panel shows its token on purpose, in these lines and nowhere else; npm repeats the command line it was given. */
const meantLines = /^( {2}Token {4}|claude mcp add |\{"mcpServers":|curl -s |> node scripts\/start\.ts ).*$/gm;

const START: [string, ...string[]] = [process.execPath, "scripts/start.ts"];
const start = (...args: string[]) => launch(START, args);

/** Returns what it printed up to the end of the panel. */
async function launch(
  [program, ...before]: [string, ...string[]],
  args: string[],
  sealingKey?: string,
): Promise<string> {
  const child = spawn(program, [...before, "--port", String(await findFreePort()), ...args], {
    env: { ...process.env, POSTERN_STATE: state, SEALING_KEY: sealingKey },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.once("close", () => recordOutput("scripts/start.ts", output.replaceAll(meantLines, "$1")));
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

/** Processes that this state folder started; /proc shows their environment on Linux only. */
const remaining = () => processesWithVariable("POSTERN_STATE", state).map(({ command }) => command);

const tokenIn = (panel: string) => /pst_\w+/.exec(panel)?.[0];

test("prints a request that answers, recovers after kill -9 with the same token, and stops cleanly", async () => {
  const first = await start();
  expect(await runPrintedCurl(first)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  await stop("SIGKILL");
  expect(existsSync(path.join(state, "pg/postmaster.pid"))).toBe(true);

  const left = new Set(processesWithVariable("POSTERN_STATE", state).map(({ pid }) => pid));
  const second = await start();
  const still = () => processesWithVariable("POSTERN_STATE", state).filter(({ pid }) => left.has(pid));
  await expect.poll(still, { timeout: 10_000 }).toEqual([]);
  expect(tokenIn(second)).toBe(tokenIn(first));
  expect(await runPrintedCurl(second)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  expect(await stop("SIGTERM")).toBe(0);
  expect(existsSync(path.join(state, "pg/postmaster.pid"))).toBe(false);
  expect(existsSync(path.join(state, "start.pid"))).toBe(false);
  expect(existsSync(path.join(state, "tmp"))).toBe(false);
  await expect.poll(remaining, { timeout: 10_000 }).toEqual([]);
}, 60_000);

test("seals under the SEALING_KEY of the environment, and keeps its own for the next start", async () => {
  const secrets = await readFile(path.join(state, "secrets.json"), "utf8");
  const { adminToken, sealingKey } = JSON.parse(secrets) as { adminToken: string; sealingKey: string };
  const panel = await launch(START, [], `${makeSealingKey(new Date()).key},${sealingKey}`);
  const [, url = ""] = /MCP URL\s+(\S+)\/mcp/.exec(panel) ?? [];
  const { current, keys } = await readKeyStatus(adminClient({ url, adminToken }));
  expect(current).toMatch(/^k20/);
  expect(keys).toMatchObject([
    { id: current, secrets: 1 },
    { id: "local", secrets: 0 },
  ]);
  expect(await stop("SIGTERM")).toBe(0);
  expect(await readFile(path.join(state, "secrets.json"), "utf8")).toBe(secrets);
  await expect(launch(START, [], "nonsense")).rejects.toThrow(/exited 1[\s\S]*SEALING_KEY in the environment must be/);
}, 60_000);

test("brings up a preview beside the sample, of a copy that can be changed while the sample is in use", async () => {
  const panel = await start();
  const [, url = ""] = /MCP URL\s+(\S+)\/mcp/.exec(panel) ?? [];
  // A pool now has a session in the sample, which is in the way of a copy.
  await runPrintedCurl(panel);
  const preview = async (...words: string[]) =>
    (
      await runPostern(["preview", ...words, "--local", "--url", url], {
        adminToken: "",
        env: { POSTERN_STATE: state },
      })
    ).out;
  const up = await preview("up", "demo", "--name", "pr-1");
  expect(up).toContain(`claude mcp add --transport http postern-demo-pr-1 ${url}/previews/demo-pr-1/mcp`);
  expect(await runPrintedCurl(up)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  expect(await runPrintedCurl(panel)).toMatchObject({ result: { structuredContent: { rowCount: 5 } } });
  expect(await runPrintedCurl(up.replaceAll(tokenIn(up) ?? "", tokenIn(panel) ?? ""))).toEqual({
    error: "Unauthorized",
  });
  expect(await preview("list")).toMatch(/^demo +pr-1 +ready .*database preview-demo-pr-1$/m);
  expect(await preview("down", "demo", "--name", "pr-1")).toBe(
    "Took down preview pr-1 of demo: tenant demo-pr-1, database preview-demo-pr-1.\n",
  );
  expect(await runPrintedCurl(up)).toEqual({ error: "Unauthorized" });
}, 60_000);

test("serves another Postgres with --database-url", async () => {
  const panel = await start("--database-url", inject("readerUrl"));
  expect(await runPrintedCurl(panel)).toMatchObject({
    result: { structuredContent: { rows: [[expect.stringMatching(/^PostgreSQL 18/)]] } },
  });
  expect(panel).not.toContain("Warning");
  expect(await stop("SIGTERM")).toBe(0);
  await expect.poll(remaining, { timeout: 10_000 }).toEqual([]);
}, 60_000);

test("starts with a warning when the database does not answer, and stops when npm is stopped", async () => {
  const port = String(await findFreePort());
  const databaseUrl = `postgres://nobody:nothing@127.0.0.1:${port}/none`;
  const panel = await launch(["npm", "start", "--"], ["--database-url", databaseUrl]);
  expect(panel).toMatch(/^Warning: main: could not connect \(database_not_ready\)\..* Check that the server runs/m);
  await stop("SIGTERM");
  await expect.poll(remaining, { timeout: 10_000 }).toEqual([]);
}, 60_000);

test("refuses an unknown option with a clear error", async () => {
  await expect(start("--nope")).rejects.toThrow(/exited 1[\s\S]*--nope/);
});
