import type { HandlerRegistry } from "./handler.ts";
import type { HandlerApi } from "./read-registry.ts";

/** How long a registry is used without asking whether it has changed. */
const TRUST_MS = 30_000;
const maxEntries = 500;

interface Entry {
  /** Undefined when the database has no handler API. */
  readonly api: HandlerApi | undefined;
  readonly registry: HandlerRegistry;
  readonly until: number;
}

const entries = new Map<string, Entry>();

const none: HandlerRegistry = { version: undefined, handlers: [] };

/** Where a registry comes from; each step costs a round trip or more. */
export interface RegistrySource {
  /** Names the database, the role and the caller's tenant: what one sees, another may not. */
  readonly key: string;
  detect(): Promise<HandlerApi | undefined>;
  version(api: HandlerApi): Promise<string | undefined>;
  read(api: HandlerApi): Promise<HandlerRegistry>;
}

/**
 * The registry from this isolate's memory, or from the database. `isCurrent` demands that a database that can tell says
 * it has not changed; without it the last answer is good for a while.
 */
export async function findRegistry(source: RegistrySource, isCurrent: boolean): Promise<HandlerRegistry> {
  const known = entries.get(source.key);
  const isFresh = known !== undefined && known.until > Date.now();
  if (isFresh && (!isCurrent || known.api === undefined)) return known.registry;
  const api = isFresh ? known.api : await source.detect();
  const version = api === undefined ? undefined : await source.version(api);
  const isSame = known !== undefined && version !== undefined && known.registry.version === version;
  const registry = api === undefined ? none : isSame ? known.registry : await source.read(api);
  if (entries.size >= maxEntries) entries.clear();
  entries.set(source.key, { api, registry, until: Date.now() + TRUST_MS });
  return registry;
}
