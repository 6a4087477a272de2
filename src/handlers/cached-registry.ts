import type { Handler, HandlerRegistry } from "./handler.ts";
import type { HandlerApi } from "./read-registry.ts";

/** How long a registry is used without asking whether it has changed. */
const TRUST_MS = 30_000;
const maxEntries = 500;
/** Of all registries together: an isolate has 128 MiB for everybody, and one registry may come to some MiB. */
const maxCharacters = 16_000_000;

interface Entry {
  /** Undefined when the database has no handler API. */
  readonly api: HandlerApi | undefined;
  readonly registry: HandlerRegistry;
  readonly size: number;
  readonly until: number;
}

const entries = new Map<string, Entry>();

const none: HandlerRegistry = { version: undefined, handlers: [] };

/** Where a registry comes from; each step costs a round trip or more. */
export interface RegistrySource {
  /** Names the database, the role and the caller: what one sees, another may not. */
  readonly key: string;
  detect(): Promise<HandlerApi | undefined>;
  version(api: HandlerApi): Promise<string | undefined>;
  /** `isFirst` says that nothing is known yet of what the caller may see. */
  read(api: HandlerApi, isFirst: boolean): Promise<readonly Handler[]>;
}

/**
 * The registry from this isolate's memory, or from the database. `isCurrent` demands that a database that can tell says
 * it has not changed; without it the last answer is good for a while.
 */
export async function findRegistry(source: RegistrySource, isCurrent: boolean): Promise<HandlerRegistry> {
  const known = entries.get(source.key);
  const isFresh = known !== undefined && known.until > Date.now();
  if (isFresh && !isCurrent) return known.registry;
  // That there is none is asked again: somebody who has just installed the API looks for it at once.
  const api = (isFresh ? known.api : undefined) ?? (await source.detect());
  const registry = api === undefined ? none : await readRegistry(source, api, known);
  const size = known?.registry === registry ? known.size : JSON.stringify(registry.handlers).length;
  keep(source.key, { api, registry, size, until: Date.now() + TRUST_MS });
  return registry;
}

function keep(key: string, entry: Entry): void {
  entries.delete(key);
  const held = [...entries.values()].reduce((sum, { size }) => sum + size, entry.size);
  if (entries.size >= maxEntries || held > maxCharacters) entries.clear();
  entries.set(key, entry);
}

async function readRegistry(source: RegistrySource, api: HandlerApi, known?: Entry): Promise<HandlerRegistry> {
  // Before the list: a change in between makes the list look older than it is, which costs one reading more.
  const version = await source.version(api);
  if (known !== undefined && version !== undefined && known.registry.version === version) return known.registry;
  return { version, handlers: await source.read(api, known?.api === undefined) };
}
