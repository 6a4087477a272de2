import { startLocalWorker } from "./start-local-worker.ts";
import type { Upstream } from "./worker-end.ts";

/** What answers the client: a Worker that runs somewhere, or one that is started for it. */
export type Source =
  | { readonly kind: "worker"; readonly url: URL; readonly token: string }
  | { readonly kind: "local"; readonly databaseUrl: string | undefined; readonly scopes: readonly string[] };

export interface Served extends Upstream {
  /** For the log. */
  readonly what: string;
  readonly warning?: string | undefined;
}

export interface OpenSource {
  /** Rejects when there is nothing to speak with. */
  readonly served: Promise<Served>;
  /** Settles when it has ended by itself; never for a Worker that runs somewhere. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const NEVER = new Promise<void>(() => undefined);

/** A source that could not even be chosen, so that its client hears why. */
export const failedSource = (reason: unknown): OpenSource => ({
  served: Promise.reject(reason instanceof Error ? reason : new Error(String(reason))),
  ended: NEVER,
  close: () => Promise.resolve(),
});

export async function openSource(source: Source): Promise<OpenSource> {
  if (source.kind === "worker") {
    const { url, token } = source;
    const advice = "--url names another.";
    const served = { url, token, advice, what: `the Worker at ${url.origin}` };
    return { served: Promise.resolve(served), ended: NEVER, close: () => Promise.resolve() };
  }
  const { databaseUrl, scopes } = source;
  const worker = await startLocalWorker({ databaseUrl, scopes });
  const what = databaseUrl === undefined ? "the sample shop" : `the database at ${new URL(databaseUrl).host}`;
  const advice = "Start Postern again.";
  const served = worker.ready.then(({ url, token, warning }) => {
    return { url: new URL("/mcp", url), token, advice, what, warning };
  });
  return { served, ended: worker.ended, close: () => worker.stop() };
}
