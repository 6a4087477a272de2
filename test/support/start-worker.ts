import { inject } from "vitest";
import { unstable_startWorker } from "wrangler";

export interface SocketWorker {
  readonly url: URL;
  stop(): Promise<void>;
}

/** The Worker in workerd behind a real socket, with an empty KV of its own. */
export async function startWorkerOnSocket(overrides: { LOCAL_PROXY?: string } = {}): Promise<SocketWorker> {
  const settings = Object.entries({ ...inject("workerSettings"), ...overrides });
  const worker = await unstable_startWorker({
    config: "./wrangler.toml",
    bindings: Object.fromEntries(settings.map(([name, value]) => [name, { type: "plain_text" as const, value }])),
    dev: {
      server: { hostname: "127.0.0.1", port: 0 },
      logLevel: "none",
      watch: false,
      persist: false,
      inspector: false,
    },
  });
  await worker.ready;
  return { url: await worker.url, stop: () => worker.dispose() };
}
