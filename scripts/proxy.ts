// Lets a deployed Worker reach a plain Postgres with Neon's driver.
import { startNeonProxy } from "./local/neon-proxy.ts";
import { parseProxyOptions, PROXY_HELP } from "./local/neon-proxy-options.ts";
import { formatTarget } from "./local/neon-proxy-targets.ts";

/** Longer than the statements Postern lets run by default. */
const GRACE_MS = 20_000;

function log(line: string): void {
  console.log(`${new Date().toISOString()} ${line}`);
}

async function serve(args: string[]): Promise<void> {
  const options = parseProxyOptions(args);
  if (options.help) return console.log(PROXY_HELP);
  const { maxConnections, ...rest } = options;
  const proxy = await startNeonProxy({ ...rest, log, limits: maxConnections === undefined ? {} : { maxConnections } });
  log(`Listening on http://${proxy.address} for ${options.allowOnly.map(formatTarget).join(", ")}`);

  let stopping = false;
  const stop = (signal: string): void => {
    // The second signal is from someone who will not wait.
    if (stopping) return void proxy.close();
    stopping = true;
    void proxy.drain(GRACE_MS).then(() => log(`Stopped by ${signal}`));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

try {
  await serve(process.argv.slice(2));
} catch (error) {
  console.error(`Could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
