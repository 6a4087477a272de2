import { hashToken } from "./token.ts";

/** Compares two secrets without telling by time where they differ. */
export async function sameSecret(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([hashToken(left), hashToken(right)]);
  return crypto.subtle.timingSafeEqual(Uint8Array.fromHex(a), Uint8Array.fromHex(b));
}
