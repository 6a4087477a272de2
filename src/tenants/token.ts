import { crc32 } from "./crc32.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^pst_([0-9A-Za-z]{16})_[0-9A-Za-z]{${String(secretLength + checksumLength)}}$`);

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = (alphabet[Number(rest % 62n)] ?? "") + text;
  return text.padStart(length, "0");
}

function randomBase62(bytes: number, length: number): string {
  return base62(BigInt(`0x${crypto.getRandomValues(new Uint8Array(bytes)).toHex()}`), length).slice(-length);
}

const checksum = (body: string): string => base62(BigInt(crc32(body)), checksumLength);

/** A new token and its public id; the token itself is shown once and never stored. */
export function createToken(): { token: string; id: string } {
  const id = randomBase62(12, 16);
  const body = `pst_${id}_${randomBase62(32, secretLength)}`;
  return { token: body + checksum(body), id };
}

/** False for anything mistyped or made up, so that it costs no KV read. */
export function isWellFormedToken(token: string): boolean {
  return shape.test(token) && checksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
}

export async function hashToken(token: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))).toHex();
}
