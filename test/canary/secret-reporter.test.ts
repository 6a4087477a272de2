import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleContext, sampleToken } from "./sample-secrets.ts";

const root = path.resolve(import.meta.dirname, "../..");
const fromHere = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
const say = (text: string): string => `console.log(${JSON.stringify(text)})`;
let folder = "";

/** Every way in which something can be printed in a run, each with a secret of its own. */
const files = (provide: object): Record<string, string> => ({
  "vitest.config.js": `
    import { SecretReporter } from ${fromHere("secret-reporter.ts")};
    export default { test: {
      globals: true, silent: "passed-only", reporters: [new SecretReporter(), "default"],
      globalSetup: ["./setup.js"], provide: ${JSON.stringify(provide)},
    } };`,
  "setup.js": `export default () => () => { if (process.env.LATE) ${say(sampleContext.workerSettings.SEALING_KEY)}; };`,
  "clean.test.js": `test("is discreet", () => ${say("pst_0000000000000000 did something")});`,
  "console.test.js": `test("tells the console", () => ${say(`{"token":"${sampleToken}"}`)});`,
  "stream.test.js": `test("writes past the console", () => {
    process.stderr.write("SELECT 'canary_in_");
    process.stderr.write("a_coal_mine'\\n");
  });`,
  "recorded.test.js": `
    import { recordOutput } from ${fromHere("record-output.ts")};
    test("starts a program", () => recordOutput("program", "postgres://me:s3cret@db.example/x\\n"));`,
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postern-reporter-"));
  const outputFolder = path.join(folder, "output");
  await mkdir(outputFolder);
  for (const [name, text] of Object.entries(files({ ...sampleContext, outputFolder })))
    await writeFile(path.join(folder, name), text);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A run of its own with the reporter: its exit code and all that it printed. */
function runTests(names: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1", ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [vitest, "run", ...names], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
    });
  });
}

test("lets a run pass that prints no secret, and says how much it has searched", async () => {
  const { code, out } = await runTests(["clean"]);
  expect(out).toMatch(/Tests {2}1 passed[^]*\n Searched \d+ lines of output for secrets: none\.\n/);
  expect(code).toBe(0);
});

test("fails a run whose tests pass but print secrets, and says which kind and where without showing them", async () => {
  const { code, out } = await runTests(["console", "stream", "recorded"]);
  expect(code).toBe(1);
  expect(out).toMatch(/Tests {2}3 passed/);
  expect(out).not.toContain("none.");
  const [, report = ""] = out.split("Secrets in the output of this run:\n");
  expect(report.trim().split(/\n */).toSorted()).toEqual([
    "canary in the stderr of the run: SELECT '***'",
    "password in a URL in the program of recorded.test.js: postgres://me:***@db.example/x",
    'token in the stdout of console.test.js: {"token":"***"}',
  ]);
});

test("fails a run that prints a secret only while it closes down", async () => {
  const { code, out } = await runTests(["clean"], { LATE: "1" });
  expect(code).toBe(1);
  expect(out).toContain("SEALING_KEY in the stdout of the run: test:***");
});
