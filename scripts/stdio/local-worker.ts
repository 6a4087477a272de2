// The Worker behind one `postern stdio`, as a process of its own: what it prints stays off the client's stream, and it
// ends with the process that started it, however that ends.
import { once } from "node:events";
import { rmSync } from "node:fs";
import { abortOnSignals } from "../local/abort-on-signals.ts";
import { Cleanups } from "../local/cleanups.ts";
import { generate } from "../local/generate.ts";
import { removeOwnRemains } from "../local/leftovers.ts";
import { startStack } from "../local/stack.ts";
import { loadOrCreateSecrets, statePaths } from "../local/state.ts";
import { keepTemporaryFilesTogether } from "../local/temporary-files.ts";
import { isDangerous, showCheck } from "../postern/check-report.ts";
import type { LocalReport, LocalSettings } from "./local-report.ts";

if (process.send === undefined) throw new Error("postern stdio starts this; start that");

function onDisconnect(): AbortSignal {
  const controller = new AbortController();
  process.once("disconnect", () => controller.abort(new Error("nobody needs it any more")));
  return controller.signal;
}

// The client that reads this may be gone, and cleaning up must go on.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const stopped = AbortSignal.any([abortOnSignals(), onDisconnect()]);
const cleanups = new Cleanups();

function report(message: LocalReport): void {
  // Whoever is gone needs no report.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function start({ databaseUrl, scopes }: LocalSettings): Promise<LocalReport> {
  keepTemporaryFilesTogether();
  await generate();
  const secrets = loadOrCreateSecrets();
  const { url, token, connection } = await startStack(
    {
      databaseUrl,
      port: 0,
      durable: false,
      watch: false,
      secrets,
      // Not that of the environment: nothing that it seals is kept.
      sealingKey: secrets.sealingKey,
      token: { label: "postern stdio", scopes: [...scopes] },
    },
    async (_, work) => {
      stopped.throwIfAborted();
      return await work();
    },
    cleanups,
  );
  const isFine = connection.check.reachable && !isDangerous(connection.check);
  return { kind: "ready", url, token, ...(isFine ? {} : { warning: showCheck(connection) }) };
}

async function serve(): Promise<void> {
  const [settings] = (await once(process, "message", { signal: stopped })) as [LocalSettings];
  report(await start(settings));
  if (!stopped.aborted) await once(stopped, "abort");
}

process.on("exit", () => {
  removeOwnRemains();
  rmSync(statePaths.folder, { recursive: true, force: true });
});
try {
  await serve();
} catch (error) {
  process.exitCode = 1;
  if (!stopped.aborted) report({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
}
await cleanups.run();
// Not all that wrangler has started lets the process end.
process.exit();
