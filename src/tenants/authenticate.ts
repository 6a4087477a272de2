import { isRemembered } from "./record-cache.ts";
import { tokenKey } from "./record-keys.ts";
import type { TokenRecord } from "./records.ts";
import { findTenantOf, type TenantView } from "./tenant-store.ts";
import { findToken } from "./token-store.ts";
import { hashToken, isWellFormedToken } from "./token.ts";

export interface Caller extends TenantView {
  readonly token: TokenRecord;
}

const bearerOf = (header: string | undefined): string => /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";

/** Who the bearer is, or nothing, without saying why. */
export async function authenticate(kv: KVNamespace, header: string | undefined): Promise<Caller | undefined> {
  const bearer = bearerOf(header);
  if (!isWellFormedToken(bearer)) return undefined;
  const hash = await hashToken(bearer);
  const token = await findToken(kv, hash);
  if (token === null) return undefined;
  if (!crypto.subtle.timingSafeEqual(Uint8Array.fromHex(token.hash), Uint8Array.fromHex(hash))) return undefined;
  if (token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now()) return undefined;
  const view = await findTenantOf(kv, token);
  return view === null ? undefined : { token, ...view };
}

/** Whether this isolate has seen the token admitted a moment ago, so that checking it costs nothing. */
export async function isKnownBearer(header: string | undefined): Promise<boolean> {
  const bearer = bearerOf(header);
  return isWellFormedToken(bearer) && isRemembered(tokenKey(await hashToken(bearer)));
}
