import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { modelSettings } from "./model-settings.ts";
import { QUIET_WRANGLER } from "./quiet-wrangler.ts";
import { statePaths } from "./state.ts";
import { keepTemporaryFilesTogether } from "./temporary-files.ts";

/** Stopping takes less than one. */
const LONGEST_STOP_MS = 3_000;

export interface WorkerOptions {
  /** 0 means one that the system chooses. */
  port: number;
  /** Whether it is built again when its code changes. */
  watch: boolean;
  adminToken: string;
  sealingKey: string;
  proxyAddress: string;
}

export interface LocalWorker {
  url: string;
  stop(): Promise<void>;
}

/** Ctrl-C at a terminal also ends workerd, and while that is starting wrangler waits for it for ever. */
async function soon(disposed: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const tooLong = delay(LONGEST_STOP_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([disposed, tooLong]);
  timer.abort();
}

export async function startWorker(options: WorkerOptions): Promise<LocalWorker> {
  keepTemporaryFilesTogether();
  // Wrangler looks for required secrets in the environment and warns about those it sees only as bindings.
  Object.assign(process.env, QUIET_WRANGLER, { ADMIN_TOKEN: options.adminToken, SEALING_KEY: options.sealingKey });
  const { unstable_startWorker } = await import("wrangler");
  const text = (value: string) => ({ type: "plain_text" as const, value });
  const models = Object.entries(modelSettings(process.env)).map(([name, value]) => [name, text(value)] as const);
  const worker = await unstable_startWorker({
    config: path.join(statePaths.root, "wrangler.toml"),
    dev: {
      server: { hostname: "127.0.0.1", port: options.port },
      watch: options.watch,
      persist: statePaths.worker,
      inspector: false,
      logLevel: "warn",
    },
    bindings: {
      ADMIN_TOKEN: text(options.adminToken),
      SEALING_KEY: text(options.sealingKey),
      LOCAL_PROXY: text(options.proxyAddress),
      ...Object.fromEntries(models),
    },
  });
  await worker.ready;
  const { port } = await worker.url;
  return { url: `http://localhost:${port}`, stop: () => soon(worker.dispose()) };
}
