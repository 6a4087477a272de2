import { setImmediate as nextTurn } from "node:timers/promises";
import { AdminError } from "./admin-error.ts";
import { abortOnSignals } from "./local/abort-on-signals.ts";
import { Cleanups } from "./local/cleanups.ts";
import { findFreePort, isPortFree } from "./local/free-port.ts";
import { generate } from "./local/generate.ts";
import { recordProcesses, removeOwnRemains, stopLeftovers } from "./local/leftovers.ts";
import { renderPanel } from "./local/panel.ts";
import { onParentGone } from "./local/parent-watch.ts";
import { startStack } from "./local/stack.ts";
import { parseStartOptions, START_HELP, type StartOptions } from "./local/start-options.ts";
import {
  chooseSealingKey,
  loadOrCreateSecrets,
  resetState,
  type Running,
  statePaths,
  writeState,
} from "./local/state.ts";
import { keepTemporaryFilesTogether } from "./local/temporary-files.ts";
import { isDangerous, showCheck } from "./postern/check-report.ts";

const DEFAULT_PORT = 8787;
const POSTGRES_PORT = 54_329;

const cleanups = new Cleanups();
let stopping = false;

async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`  ✓ ${label.padEnd(30)} ${Math.round(performance.now() - started)} ms`);
  return result;
}

async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return findFreePort(DEFAULT_PORT);
  if (!(await isPortFree(wanted))) throw new Error(`Port ${wanted} is in use`);
  return wanted;
}

async function run(options: StartOptions): Promise<void> {
  await stopLeftovers();
  if (options.reset) resetState();
  const secrets = loadOrCreateSecrets();
  const sealingKey = chooseSealingKey(secrets);
  if (sealingKey !== secrets.sealingKey) console.log("  SEALING_KEY is taken from the environment.");
  const port = await choosePort(options.port);
  // From the first moment, so that a second start sees this one.
  const record = recordProcesses();
  cleanups.add(() => record.forget());
  process.on("exit", removeOwnRemains);
  keepTemporaryFilesTogether();
  await generate();

  const { databaseUrl } = options;
  const stack = await startStack(
    { databaseUrl, port, postgresPort: POSTGRES_PORT, watch: true, secrets, sealingKey, token: { label: "npm start" } },
    async (label, work) => {
      const result = await step(label, work);
      record.refresh();
      return result;
    },
    cleanups,
  );
  const { url, ownerUrl, readerUrl, token, connection } = stack;
  writeState(statePaths.running, { port, ownerUrl, readerUrl } satisfies Running);
  if (!connection.check.reachable || isDangerous(connection.check)) console.warn(`\nWarning: ${showCheck(connection)}`);
  console.log(renderPanel({ url, token, isSample: databaseUrl === undefined }));
  console.log("  Ctrl-C stops everything.\n");
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await cleanups.run();
  process.exit(0);
}

async function main(): Promise<void> {
  abortOnSignals().addEventListener("abort", () => void stop());
  onParentGone(() => void stop());
  try {
    const options = parseStartOptions(process.argv.slice(2));
    if (options.help) console.log(START_HELP);
    else await run(options);
  } catch (error) {
    // Ctrl-C that came while this process was busy is heard within a turn; what it ended may have failed before.
    await nextTurn();
    await nextTurn();
    // A step interrupted by Ctrl-C fails on its way down; that is not news.
    if (stopping) return;
    stopping = true;
    console.error(`\nCould not start: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof AdminError && error.next !== undefined) console.error(error.next);
    await cleanups.run();
    process.exit(1);
  }
}

await main();
