import { limits } from "../config.ts";
import { AppError } from "../errors.ts";
import { type KeyBytes, readSealingKeys } from "./sealing-keys.ts";

// Layout: version, offset, expiry in seconds, hash of what the cursor belongs to, then the signature.
const VERSION = 1;
const BINDING_AT = 13;
const BINDING_BYTES = 8;
const SIGNED_BYTES = BINDING_AT + BINDING_BYTES;
const SIGNATURE_BYTES = 16;

/** A cursor for the page at `offset` of what `binding` names; it opens nothing else. */
export async function issueCursor(setting: string, binding: string, offset: number): Promise<string> {
  const bytes = new Uint8Array(SIGNED_BYTES + SIGNATURE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION);
  view.setFloat64(1, offset);
  view.setUint32(9, Math.floor((Date.now() + limits.cursorLifetimeMs) / 1000));
  bytes.set(await hashOf(binding), BINDING_AT);
  bytes.set(await sign(readSealingKeys(setting)[0], bytes.subarray(0, SIGNED_BYTES)), SIGNED_BYTES);
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The offset a cursor stands for; throws `invalid_cursor`, saying why, for any that was not issued for `binding`. */
export async function openCursor(setting: string, binding: string, cursor: string): Promise<number> {
  const bytes = decode(cursor);
  if (bytes?.length !== SIGNED_BYTES + SIGNATURE_BYTES || !(await isOurs(setting, bytes)))
    refuse("was not issued by this server, or was altered");
  const view = new DataView(bytes.buffer);
  if (view.getUint32(9) * 1000 < Date.now()) refuse("has expired");
  if (!isEqual(bytes.subarray(BINDING_AT, SIGNED_BYTES), await hashOf(binding)))
    refuse("belongs to another statement, other parameters, or another connection");
  return view.getFloat64(1);
}

function refuse(why: string): never {
  throw new AppError("invalid_cursor", `The cursor ${why}.`, {
    next: "Pass nextCursor unchanged with the same arguments, or start again without a cursor.",
  });
}

function decode(cursor: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(cursor, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

async function isOurs(setting: string, bytes: Uint8Array): Promise<boolean> {
  for (const key of readSealingKeys(setting)) {
    if (isEqual(bytes.subarray(SIGNED_BYTES), await sign(key, bytes.subarray(0, SIGNED_BYTES)))) return true;
  }
  return false;
}

const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && crypto.subtle.timingSafeEqual(left, right);

async function hashOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).subarray(
    0,
    BINDING_BYTES,
  );
}

/** The purpose is part of the message, so that no signature made for something else passes as a cursor. */
async function sign(key: KeyBytes, payload: Uint8Array): Promise<Uint8Array> {
  const purpose = new TextEncoder().encode("postern page cursor\0");
  const message = new Uint8Array(purpose.length + payload.length);
  message.set(purpose);
  message.set(payload, purpose.length);
  const hmac = await crypto.subtle.importKey("raw", key.bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", hmac, message)).subarray(0, SIGNATURE_BYTES);
}
