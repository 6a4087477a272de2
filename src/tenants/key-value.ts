import { limits } from "../config.ts";
import { AppError } from "../errors.ts";

/** Does one KV operation in bounded time; whatever goes wrong with it is one failure, which passes by itself. */
async function bounded<T>(operation: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("KV did not answer in time")), limits.storageTimeoutMs);
  try {
    return await Promise.race([operation(), late.promise]);
  } catch (cause) {
    throw unavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}

export function unavailable(cause: unknown): AppError {
  return new AppError("storage_unavailable", "Postern cannot read its own records just now.", {
    next: "Try again in a few seconds; nothing was changed.",
    retryAfterSeconds: 5,
    cause,
  });
}

/** The record as KV has it now, as far as KV can tell. */
export async function readKey<T>(kv: KVNamespace, key: string): Promise<T | null> {
  return await bounded(() => kv.get<T>(key, "json"));
}

/** Several records for the price of one request; null stands for those that are absent. */
export async function readKeys(kv: KVNamespace, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  return await bounded(() => kv.get([...keys], "json"));
}

export async function writeKey(kv: KVNamespace, key: string, value: unknown): Promise<void> {
  await bounded(() => kv.put(key, JSON.stringify(value)));
}

export async function deleteKey(kv: KVNamespace, key: string): Promise<void> {
  await bounded(() => kv.delete(key));
}

export interface KeyPage {
  readonly names: readonly string[];
  readonly cursor?: string;
}

/** One page of the names with a prefix, in their order. */
export async function listPage(
  kv: KVNamespace,
  prefix: string,
  limit: number,
  cursor: string | undefined,
): Promise<KeyPage> {
  const options = { prefix, limit, ...(cursor === undefined ? {} : { cursor }) };
  const page = await bounded(() => kv.list(options));
  const names = page.keys.map((key) => key.name);
  return page.list_complete ? { names } : { names, cursor: page.cursor };
}

// KV's own bound on a page and on a bulk read.
const PAGE_KEYS = 1000;
const BULK_KEYS = 100;

/** Every record whose key has the prefix, by key. */
export async function readAll<T>(kv: KVNamespace, prefix: string): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  let cursor: string | undefined;
  do {
    const page: KeyPage = await listPage(kv, prefix, PAGE_KEYS, cursor);
    for (let start = 0; start < page.names.length; start += BULK_KEYS) {
      const records = await readKeys(kv, page.names.slice(start, start + BULK_KEYS));
      for (const [key, record] of records) if (record !== null) found.set(key, record as T);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}
