import { crc32 } from "../tenants/crc32.ts";

/** Names a call by its token and JSON-RPC id, the only things a later cancellation can repeat. */
export function callKey(tokenId: string, rpcId: unknown): string {
  return `postern ${tokenId} ${crc32(JSON.stringify(rpcId) ?? "")
    .toString(16)
    .padStart(8, "0")}`;
}
