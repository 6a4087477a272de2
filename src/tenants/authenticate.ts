import { findTenant, findToken } from "./tenant-store.ts";
import { hashToken, isWellFormedToken } from "./token.ts";
import type { Tenant, TokenRecord } from "./records.ts";

export interface Caller {
  readonly token: TokenRecord;
  readonly tenant: Tenant;
}

/** Who the bearer is, or nothing, without saying why. */
export async function authenticate(kv: KVNamespace, header: string | undefined): Promise<Caller | undefined> {
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
  if (!isWellFormedToken(bearer)) return undefined;
  const hash = await hashToken(bearer);
  const token = await findToken(kv, hash);
  if (token === null) return undefined;
  if (!crypto.subtle.timingSafeEqual(Uint8Array.fromHex(token.hash), Uint8Array.fromHex(hash))) return undefined;
  if (token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now()) return undefined;
  const tenant = await findTenant(kv, token.tenant);
  return tenant === null ? undefined : { token, tenant };
}
