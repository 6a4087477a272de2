import { limits } from "../config.ts";
import { readKey, readKeys } from "./key-value.ts";

interface Entry {
  readonly value: unknown;
  readonly until: number;
}

const maxEntries = 4000;
const entries = new Map<string, Entry>();

function recall(key: string): Entry | undefined {
  const known = entries.get(key);
  return known !== undefined && known.until > Date.now() ? known : undefined;
}

/** Reads a KV record, or reuses it for a short while in this isolate. Absent records are not remembered. */
export async function readRecord<T>(kv: KVNamespace, key: string): Promise<T | null> {
  const known = recall(key);
  if (known !== undefined) return known.value as T;
  const value = await readKey<T>(kv, key);
  if (value === null) entries.delete(key);
  else rememberRecord(key, value);
  return value;
}

/** Like `readRecord` for several keys in one request; absent records are remembered too. */
export async function readRecords(kv: KVNamespace, keys: readonly string[]): Promise<readonly unknown[]> {
  // Taken now: while KV is asked, and by what it answers, others may be forgotten.
  const known = new Map(keys.map((key) => [key, recall(key)]));
  const missing = keys.filter((key) => known.get(key) === undefined);
  const found = missing.length === 0 ? undefined : await readKeys(kv, missing);
  for (const key of missing) rememberRecord(key, found?.get(key) ?? null);
  return keys.map((key) => found?.get(key) ?? known.get(key)?.value ?? null);
}

export function isRemembered(key: string): boolean {
  return recall(key) !== undefined;
}

/** Makes this isolate see a record as it was just written; others follow within the cache time. */
export function rememberRecord(key: string, value: unknown): void {
  if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? "");
  entries.set(key, { value, until: Date.now() + limits.recordCacheMs });
}

/** Makes this isolate see a change at once; others follow within the cache time. */
export function forgetRecord(key: string): void {
  entries.delete(key);
}
