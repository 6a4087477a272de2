// Runs the official MCP conformance suite against the Worker, in both protocol eras.
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { abortOnSignals } from "./local/abort-on-signals.ts";
import { isAsExpected, renderRun } from "./conformance/report.ts";
import { runPlan } from "./conformance/run-plan.ts";
import { type Cleanups, startTargets, type Targets } from "./conformance/start-targets.ts";
import { findFreePort } from "./local/free-port.ts";
import { startNeonProxy } from "./local/neon-proxy.ts";
import { startPostgres } from "./local/postgres.ts";
import { createSampleDatabase } from "./local/sample-database.ts";

const HELP = `npm run conformance -- [options]

  --verbose   also print all that the suite says
  --help      show this
`;

const say = (line: string): void => console.error(`  ${line} ...`);

async function start(cleanups: Cleanups, signal: AbortSignal): Promise<Targets> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "postern-conformance-"));
  cleanups.push(() => fs.rm(folder, { recursive: true, force: true }));
  say("Starting Postgres with the sample shop");
  const dataDir = path.join(folder, "pg");
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), durable: false });
  cleanups.push(() => postgres.stop());
  signal.throwIfAborted();
  const { readerUrl } = await createSampleDatabase(postgres.url());
  const proxy = await startNeonProxy({});
  cleanups.push(() => proxy.close());
  signal.throwIfAborted();
  say("Building and starting the Workers");
  const settings = {
    ADMIN_TOKEN: randomBytes(32).toString("base64url"),
    SEALING_KEY: `conformance:${randomBytes(32).toString("base64")}`,
    LOCAL_PROXY: proxy.address,
  };
  return await startTargets(settings, readerUrl, cleanups);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { verbose: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
  });
  if (values.help) return console.log(HELP);
  const signal = abortOnSignals();
  const cleanups: Cleanups = [];
  try {
    const targets = await start(cleanups, signal);
    say("Running the suite");
    const results = await runPlan(targets, signal, (result) => {
      if (values.verbose) console.log(result.output);
      console.log(renderRun(result));
    });
    const isGood = results.every(isAsExpected);
    console.log(isGood ? "\nAll as expected." : "\nNot as expected: see WRONG above.");
    if (!isGood) process.exitCode = 1;
  } finally {
    for (const undo of cleanups.toReversed()) await undo();
  }
}

try {
  await main();
} catch (error) {
  console.error(`The conformance run broke: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
