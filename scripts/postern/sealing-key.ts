import { randomBytes } from "node:crypto";

export interface SealingKey {
  id: string;
  /** `<id>:<base64 of 32 bytes>`, an entry of the SEALING_KEY setting. */
  key: string;
}

export function makeSealingKey(now: Date): SealingKey {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  const id = `k${day}-${randomBytes(2).toString("hex")}`;
  return { id, key: `${id}:${randomBytes(32).toString("base64")}` };
}
