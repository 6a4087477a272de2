import path from "node:path";
import { QUIET_WRANGLER } from "../local/quiet-wrangler.ts";

export interface WorkerSettings {
  readonly ADMIN_TOKEN: string;
  readonly SEALING_KEY: string;
  readonly LOCAL_PROXY: string;
  readonly [model: `EMBEDDING_${string}` | `TEXT_${string}`]: string;
}

export interface StartedWorker {
  readonly url: URL;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../..");

const LONGEST_START_MS = 30_000;

/** Takes each line that a Worker and its runtime print. */
export type Print = (line: string) => void;

/**
 * A Worker in workerd behind a real socket, configured as the product is. Its KV is empty and its own, or what the
 * Workers before it left in the folder.
 */
export async function startWorker(
  entrypoint: string,
  settings: WorkerSettings,
  print: Print = () => undefined,
  folder?: string,
): Promise<StartedWorker> {
  const { ADMIN_TOKEN, SEALING_KEY } = settings;
  // Wrangler looks for required secrets in the environment and warns about those it sees only as bindings.
  Object.assign(process.env, QUIET_WRANGLER, { ADMIN_TOKEN, SEALING_KEY });
  const { unstable_startWorker } = await import("wrangler");
  const bindings = Object.entries(settings).map(([name, value]) => [name, { type: "plain_text" as const, value }]);
  const worker = await unstable_startWorker({
    config: path.join(root, "wrangler.toml"),
    entrypoint: path.join(root, entrypoint),
    bindings: Object.fromEntries(bindings),
    dev: {
      server: { hostname: "127.0.0.1", port: 0 },
      logLevel: "none",
      structuredLogsHandler: ({ message }: { message: string }) => print(message),
      watch: false,
      persist: folder ?? false,
      inspector: false,
    },
  });
  try {
    await worker.ready;
    const url = await worker.url;
    await probe(url, entrypoint);
    return { url, stop: () => worker.dispose() };
  } catch (error) {
    await worker.dispose();
    throw error;
  }
}

/** Wrangler calls a Worker ready that could not be built, and lets its callers wait. */
async function probe(url: URL, entrypoint: string): Promise<void> {
  try {
    const response = await fetch(new URL("/health", url), { signal: AbortSignal.timeout(LONGEST_START_MS) });
    await response.body?.cancel();
  } catch (cause) {
    throw new Error(`The Worker of ${entrypoint} does not answer: does it build?`, { cause });
  }
}
