import { limits } from "../config.ts";
import type { Caller } from "./authenticate.ts";
import { writeKey } from "./key-value.ts";
import { rememberRecord } from "./record-cache.ts";
import { lastUsedKey } from "./record-keys.ts";

/** Notes in KV that a token is in use, at most once in a while; undefined when there is nothing to write. */
export function noteUse(kv: KVNamespace, { token, lastUsedAt }: Caller, now = Date.now()): Promise<void> | undefined {
  if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < limits.lastUsedMs) return undefined;
  const key = lastUsedKey(token.tenant, token.id);
  const at = new Date(now).toISOString();
  // Before it is written, so that calls served meanwhile do not write it again.
  rememberRecord(key, at);
  return writeKey(kv, key, at);
}
