import { adminClient } from "./admin-client.ts";
import { AdminError } from "./admin-error.ts";
import { findFreePort, isPortFree } from "./local/free-port.ts";
import { generate } from "./local/generate.ts";
import { recordProcesses, removeOwnRemains, stopLeftovers } from "./local/leftovers.ts";
import { type NeonProxyOptions, startNeonProxy } from "./local/neon-proxy.ts";
import { renderPanel } from "./local/panel.ts";
import { onParentGone } from "./local/parent-watch.ts";
import { startPostgres } from "./local/postgres.ts";
import { createSampleDatabase } from "./local/sample-database.ts";
import { parseStartOptions, START_HELP, type StartOptions } from "./local/start-options.ts";
import {
  chooseSealingKey,
  loadOrCreateSecrets,
  resetState,
  type Running,
  statePaths,
  writeState,
} from "./local/state.ts";
import { ensureTenant, type TenantSetup } from "./local/tenant.ts";
import { startWorker } from "./local/worker.ts";
import { isDangerous, showCheck } from "./postern/check-report.ts";

const DEFAULT_PORT = 8787;
const POSTGRES_PORT = 54_329;

/** Undone last first, when stopping and when a step fails. */
const cleanups: (() => Promise<void> | void)[] = [];
let stopping = false;

async function cleanUp(): Promise<void> {
  for (const undo of cleanups.splice(0).toReversed()) {
    try {
      await undo();
    } catch (error) {
      // One part that will not stop must not keep the others running.
      console.error(`While stopping: ${String(error)}`);
    }
  }
}

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

async function prepareDatabase(databaseUrl: string | undefined): Promise<TenantSetup & Pick<Running, "ownerUrl">> {
  if (databaseUrl !== undefined) return { id: "local", name: "Local database", databaseUrl };
  const postgres = await step("Postgres 18", async () =>
    startPostgres({ dataDir: statePaths.postgres, port: await findFreePort(POSTGRES_PORT) }),
  );
  cleanups.push(() => postgres.stop());
  const sample = await step("Sample shop", () => createSampleDatabase(postgres.url()));
  return { id: "demo", name: "Demo shop", databaseUrl: sample.readerUrl, ownerUrl: sample.ownerUrl };
}

function proxyOptions(databaseUrl: string): NeonProxyOptions {
  const { hostname, searchParams } = new URL(databaseUrl);
  // The Worker keeps only five parts of a connection string, so the wish for no TLS must be told here.
  return { allowHosts: [hostname], databaseTls: searchParams.get("sslmode") === "disable" ? "off" : undefined };
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
  cleanups.push(() => record.forget());
  process.on("exit", removeOwnRemains);
  await generate();

  const tenant = await prepareDatabase(options.databaseUrl);
  record.refresh();
  const proxy = await step("Neon proxy", () => startNeonProxy(proxyOptions(tenant.databaseUrl)));
  cleanups.push(() => proxy.close());

  const { adminToken } = secrets;
  const worker = await step("Worker", () => startWorker({ port, adminToken, sealingKey, proxyAddress: proxy.address }));
  cleanups.push(() => worker.stop());
  record.refresh();
  const { ownerUrl } = tenant;
  const readerUrl = ownerUrl === undefined ? undefined : tenant.databaseUrl;
  writeState(statePaths.running, { port, ownerUrl, readerUrl } satisfies Running);

  const admin = adminClient({ url: worker.url, adminToken });
  const { token, connection } = await step(`Tenant "${tenant.id}"`, () => ensureTenant(admin, tenant, secrets));
  record.refresh();
  if (!connection.check.reachable || isDangerous(connection.check)) console.warn(`\nWarning: ${showCheck(connection)}`);
  console.log(renderPanel({ url: worker.url, token, isSample: options.databaseUrl === undefined }));
  console.log("  Ctrl-C stops everything.\n");
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await cleanUp();
  process.exit(0);
}

/** Miniflare's own handlers, added at each reload, exit at once and would leave Postgres running. */
function ownSignals(): void {
  const signals: readonly (string | symbol)[] = ["SIGINT", "SIGTERM", "SIGHUP"];
  const onSignal = (): void => void stop();
  for (const signal of signals) process.on(signal, onSignal);
  process.on("newListener", (event, listener) => {
    // The event comes before the listener is in place, hence the wait.
    if (signals.includes(event)) setImmediate(() => process.removeListener(event, listener));
  });
}

async function main(): Promise<void> {
  ownSignals();
  onParentGone(() => void stop());
  try {
    const options = parseStartOptions(process.argv.slice(2));
    if (options.help) console.log(START_HELP);
    else await run(options);
  } catch (error) {
    // A step interrupted by Ctrl-C fails on its way down; that is not news.
    if (stopping) return;
    stopping = true;
    console.error(`\nCould not start: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof AdminError && error.next !== undefined) console.error(error.next);
    await cleanUp();
    process.exit(1);
  }
}

await main();
