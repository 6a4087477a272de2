import { AppError } from "../errors.ts";
import { deleteKey, readAll, readKey, writeKey } from "./key-value.ts";
import { forgetRecord, readRecord, rememberRecord } from "./record-cache.ts";
import { choiceKey, lastUsedKey, tokenIndexKey, tokenKey } from "./record-keys.ts";
import type { TokenRecord } from "./records.ts";

export const findToken = (kv: KVNamespace, hash: string): Promise<TokenRecord | null> =>
  readRecord<TokenRecord>(kv, tokenKey(hash));

export async function saveToken(kv: KVNamespace, record: TokenRecord): Promise<void> {
  await writeKey(kv, tokenKey(record.hash), record);
  await writeKey(kv, tokenIndexKey(record.tenant, record.id), record);
  forgetRecord(tokenKey(record.hash));
}

/** The token by its public id; unknown ones are an error. */
export async function loadToken(kv: KVNamespace, tenant: string, id: string): Promise<TokenRecord> {
  const record = await readKey<TokenRecord>(kv, tokenIndexKey(tenant, id));
  if (record === null)
    throw new AppError("not_found", `Tenant "${tenant}" has no token "${id}".`, {
      next: "List its tokens to see their ids.",
    });
  return record;
}

export async function listTokens(kv: KVNamespace, tenant: string): Promise<readonly TokenRecord[]> {
  return [...(await readAll<TokenRecord>(kv, tokenIndexKey(tenant, ""))).values()];
}

/** When each of the tenant's tokens was last used, by token id; to the hour. */
export async function listUses(kv: KVNamespace, tenant: string): Promise<ReadonlyMap<string, string>> {
  const prefix = lastUsedKey(tenant, "");
  const uses = await readAll<string>(kv, prefix);
  return new Map([...uses].map(([key, at]) => [key.slice(prefix.length), at]));
}

export async function deleteToken(kv: KVNamespace, tenant: string, id: string): Promise<void> {
  const { hash } = await loadToken(kv, tenant, id);
  // The record that admits goes first; what fails behind it leaves only traces.
  for (const key of [tokenKey(hash), tokenIndexKey(tenant, id), choiceKey(tenant, id), lastUsedKey(tenant, id)]) {
    await deleteKey(kv, key);
    forgetRecord(key);
  }
}

export async function deleteTokens(kv: KVNamespace, tenant: string): Promise<void> {
  for (const { id } of await listTokens(kv, tenant)) await deleteToken(kv, tenant, id);
}

/** Remembers which connection a token uses when it names none. */
export async function chooseConnection(
  kv: KVNamespace,
  tenant: string,
  tokenId: string,
  connection: string,
): Promise<void> {
  await writeKey(kv, choiceKey(tenant, tokenId), connection);
  rememberRecord(choiceKey(tenant, tokenId), connection);
}
