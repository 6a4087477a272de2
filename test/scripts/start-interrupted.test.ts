import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { processesWithVariable } from "../../scripts/local/processes.ts";
import { recordOutput } from "../canary/record-output.ts";

let state = "";

beforeAll(async () => {
  state = await mkdtemp(path.join(tmpdir(), "postern-interrupted-"));
});

afterAll(async () => {
  await rm(state, { recursive: true, force: true });
});

/** As a terminal does it: every process of the group hears of it, the Worker's and the database's too. */
function pressCtrlC({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGINT");
}

test.each(["✓ Postgres 18", "✓ Sample shop", "✓ Worker"])(
  "Ctrl-C right after %j ends npm start, with nothing left",
  async (line) => {
    const child = spawn(process.execPath, ["scripts/start.ts", "--port", String(await findFreePort())], {
      env: { ...process.env, POSTERN_STATE: state },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    let isPressed = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (!isPressed && output.includes(line)) pressCtrlC(child);
        isPressed ||= output.includes(line);
      });
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    recordOutput("scripts/start.ts", output);
    expect({ code, signal, isPressed }).toEqual({ code: 0, signal: null, isPressed: true });
    expect(output).not.toContain("Could not start");
    await expect.poll(() => processesWithVariable("POSTERN_STATE", state), { timeout: 10_000 }).toEqual([]);
    for (const left of ["start.pid", "tmp", "pg/postmaster.pid"])
      expect(existsSync(path.join(state, left))).toBe(false);
  },
  30_000,
);
