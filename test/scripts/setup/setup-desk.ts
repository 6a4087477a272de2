import { existsSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, inject, vi } from "vitest";
import type { Fault } from "../../support/cloudflare-api/answer-call.ts";
import { fail } from "../../support/cloudflare-api/envelope.ts";
import { type CloudflareApi, startCloudflareApi } from "../../support/cloudflare-api/server.ts";
import { recordWorker } from "../../support/start-worker.ts";
import { recordOutput } from "../../canary/record-output.ts";
import { collectOutput } from "../postern/collect-output.ts";
import type { Ran } from "../postern/run-postern.ts";

const folder = await mkdtemp(path.join(tmpdir(), "postern-setup-"));
// Read when the scripts are imported.
process.env["POSTERN_STATE"] = path.join(folder, "state");
process.env["NO_COLOR"] = "1";
const { runSetup } = await import("../../../scripts/setup/run-setup.ts");

const deployedFolder = path.join(folder, "state/deployed");

/** An operator with an account at Cloudflare, a checkout, and nothing deployed. */
export interface Desk {
  readonly cloudflare: CloudflareApi;
  /** The command, without a terminal. */
  run(args: readonly string[], around?: { env?: Record<string, string | undefined>; input?: string }): Promise<Ran>;
  /** The same, for the sample database. */
  runAll(...more: readonly string[]): Promise<Ran>;
  /** What was asked of Cloudflare since the last look and may have changed something. */
  takeChanges(): string[];
  /** Lets the API fail for what matches, once. */
  breakOnce(method: string, path: RegExp, ...failure: Parameters<typeof fail>): Fault;
  /** Leaves the next call that matches without an answer; the promise is kept when it has come. */
  holdNext(method: string, path: RegExp): Promise<void>;
  /** Of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder with what the checkout keeps of Workers. */
  readonly records: string;
  /** What it keeps of one. */
  readRecord(worker?: string): Promise<Record<string, string>>;
}

/** At the top of a test file, and closed behind its last test. */
export async function setDesk(): Promise<Desk> {
  rmSync(deployedFolder, { recursive: true, force: true });
  const { LOCAL_PROXY } = inject("workerSettings");
  const cloudflare = await startCloudflareApi({ overrides: { LOCAL_PROXY }, print: recordWorker });
  const outside = globalThis.fetch;
  // In place of the Internet's name servers.
  globalThis.fetch = cloudflare.fetch;
  afterAll(async () => {
    globalThis.fetch = outside;
    await cloudflare.close();
    await rm(folder, { recursive: true, force: true });
  });
  // Each run starts wrangler several times.
  vi.setConfig({ testTimeout: 120_000 });
  const ownEnv = { PATH: process.env["PATH"], HOME: folder, XDG_CONFIG_HOME: folder, ...cloudflare.env };
  let seen = 0;

  const run: Desk["run"] = async (args, { env = {}, input = "" } = {}) => {
    const [out, error] = [collectOutput(), collectOutput()];
    const code = await runSetup([...args], {
      env: { ...ownEnv, ...env },
      stdin: Readable.from(input === "" ? [] : [input]),
      stdout: out.stream,
      stderr: error.stream,
      cwd: () => folder,
    });
    const ran = { code, out: out.text(), error: error.text() };
    // A token is meant to be shown, on stdout and nowhere else.
    recordOutput("setup", `${ran.out.replaceAll(/pst_\w+/g, "")}\n${ran.error}\n`);
    return ran;
  };

  return {
    cloudflare,
    env: { ...ownEnv, POSTERN_STATE: process.env["POSTERN_STATE"] },
    records: deployedFolder,
    run,
    runAll: (...more) => run(["--database-url", "-", ...more], { input: `${inject("readerUrl")}\n` }),
    takeChanges() {
      const asked = cloudflare.requests.slice(seen);
      seen = cloudflare.requests.length;
      return asked
        .filter((line) => !line.startsWith("GET "))
        .map((line) => line.replace(/accounts\/\w+/, "accounts/A"));
    },
    breakOnce(method, where, ...failure) {
      const fault: Fault = { method, path: where, answer: fail(...failure), times: 1 };
      cloudflare.faults.push(fault);
      return fault;
    },
    holdNext: (method, where) =>
      new Promise((resolve) => {
        cloudflare.faults.push({ method, path: where, answer: fail(500, 0, "held"), hold: resolve, times: 1 });
      }),
    async readRecord(worker = "postern") {
      const name = (await readdir(deployedFolder)).find((one) => one.startsWith(`${worker}.`)) ?? "";
      const file = path.join(deployedFolder, name);
      if (((await stat(file)).mode & 0o077) !== 0) throw new Error(`${file} can be read by others`);
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
    },
  };
}
