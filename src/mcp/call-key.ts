import { crc32 } from "../tenants/crc32.ts";

/** What the keys of all of a token's calls begin with. */
export const callKeyPrefix = (tokenId: string): string => `postern ${tokenId} `;

/** Names a call by its token and JSON-RPC id, the only things a later cancellation can repeat. */
export function callKey(tokenId: string, rpcId: unknown): string {
  return `${callKeyPrefix(tokenId)}${crc32(JSON.stringify(rpcId) ?? "")
    .toString(16)
    .padStart(8, "0")}`;
}
