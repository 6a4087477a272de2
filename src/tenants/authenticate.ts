import { isRemembered } from "./record-cache.ts";
import { tokenKey } from "./record-keys.ts";
import type { TokenRecord } from "./records.ts";
import { findTenantOf, type TenantView } from "./tenant-store.ts";
import { findToken } from "./token-store.ts";
import { hashToken, isWellFormedToken } from "./token.ts";

export interface Caller extends TenantView {
  readonly token: TokenRecord;
}

function hasEnded(ending: { readonly expiresAt: string | null } | undefined): boolean {
  const end = ending?.expiresAt ?? null;
  return end !== null && Date.parse(end) <= Date.now();
}

/**
 * Who the bearer is, or nothing, without saying why. `beforeLookup` runs before KV is asked for a token that this
 * isolate has not admitted a moment ago; it may throw.
 */
export async function authenticate(
  kv: KVNamespace,
  header: string | undefined,
  beforeLookup: () => void = () => undefined,
): Promise<Caller | undefined> {
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
  if (!isWellFormedToken(bearer)) return undefined;
  const hash = await hashToken(bearer);
  if (!isRemembered(tokenKey(hash))) beforeLookup();
  const token = await findToken(kv, hash);
  if (token === null) return undefined;
  if (!crypto.subtle.timingSafeEqual(Uint8Array.fromHex(token.hash), Uint8Array.fromHex(hash))) return undefined;
  if (hasEnded(token)) return undefined;
  const view = await findTenantOf(kv, token);
  return view === null || hasEnded(view.tenant.preview) ? undefined : { token, ...view };
}
