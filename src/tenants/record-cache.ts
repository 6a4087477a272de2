import { limits } from "../config.ts";

interface Entry {
  readonly value: unknown;
  readonly until: number;
}

const maxEntries = 2000;
const entries = new Map<string, Entry>();

/** Reads a KV record, or reuses it for a short while in this isolate. Absent records are not remembered. */
export async function readRecord<T>(kv: KVNamespace, key: string): Promise<T | null> {
  const known = entries.get(key);
  if (known !== undefined && known.until > Date.now()) return known.value as T;
  const value = await kv.get<T>(key, "json");
  if (value === null) entries.delete(key);
  else remember(key, value);
  return value;
}

function remember(key: string, value: unknown): void {
  if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? "");
  entries.set(key, { value, until: Date.now() + limits.recordCacheMs });
}

/** Makes this isolate see a change at once; others follow within the cache time. */
export function forgetRecord(key: string): void {
  entries.delete(key);
}
