import { AppError } from "../errors.ts";
import { readKey, writeKey } from "./key-value.ts";
import { choiceKey, tenantKey } from "./record-keys.ts";
import type { TenantRecord, TokenRecord } from "./records.ts";
import { tokenEnd } from "./token-end.ts";
import { deleteToken, loadToken, saveToken } from "./token-store.ts";
import { createToken, hashToken } from "./token.ts";

export interface Rotation {
  /** Shown once. */
  readonly token: string;
  readonly record: TokenRecord;
  readonly previous: TokenRecord;
}

/**
 * Makes a successor with the same identity, rights and lifetime; the old token works on for the overlap and then
 * expires by itself.
 */
export async function rotateToken(
  kv: KVNamespace,
  tenant: string,
  id: string,
  overlapMs: number,
  now = Date.now(),
): Promise<Rotation> {
  const old = await loadToken(kv, tenant, id);
  if (old.rotatedTo !== undefined)
    throw new AppError("conflict", `Token "${id}" was rotated already, to "${old.rotatedTo}".`, {
      next: "Rotate that one, or revoke this one.",
    });
  const owner = await readKey<TenantRecord>(kv, tenantKey(tenant));
  const { token, id: newId } = createToken();
  const { createdAt, expiresAt, ...kept } = old;
  const lifetimeMs = expiresAt === null ? null : Date.parse(expiresAt) - Date.parse(createdAt);
  const record: TokenRecord = {
    ...kept,
    id: newId,
    hash: await hashToken(token),
    createdAt: new Date(now).toISOString(),
    expiresAt: tokenEnd(lifetimeMs, owner?.preview, now),
    rotatedFrom: id,
  };
  // The new one first: a failure in between leaves two tokens that work, never none.
  await saveToken(kv, record);
  const choice = await readKey<string>(kv, choiceKey(tenant, id));
  if (choice !== null) await writeKey(kv, choiceKey(tenant, newId), choice);
  const end = Math.min(now + overlapMs, expiresAt === null ? Infinity : Date.parse(expiresAt));
  const previous = { ...old, expiresAt: new Date(end).toISOString(), rotatedTo: newId };
  if (overlapMs === 0) await deleteToken(kv, tenant, id);
  else await saveToken(kv, previous);
  return { token, record, previous };
}
