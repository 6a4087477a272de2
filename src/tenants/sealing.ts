import { AppError } from "../errors.ts";
import type { SealedSecret } from "./records.ts";
import { type KeyBytes, readSealingKeys } from "./sealing-keys.ts";

// Importing a key costs more than using it.
const imported = new WeakMap<KeyBytes, Promise<CryptoKey>>();

function cryptoKey(key: KeyBytes): Promise<CryptoKey> {
  const known =
    imported.get(key) ?? crypto.subtle.importKey("raw", key.bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  imported.set(key, known);
  return known;
}

// The tenant and connection are authenticated with the ciphertext, so records cannot be swapped between them.
function algorithm(iv: Uint8Array, tenant: string, connection: string, keyId: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(JSON.stringify([tenant, connection, keyId])) };
}

/** Seals with the first key of the setting. */
export async function seal(setting: string, tenant: string, connection: string, secret: string): Promise<SealedSecret> {
  const [current] = readSealingKeys(setting);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    algorithm(iv, tenant, connection, current.id),
    await cryptoKey(current),
    new TextEncoder().encode(secret),
  );
  return { keyId: current.id, iv: iv.toBase64(), data: new Uint8Array(sealed).toBase64() };
}

/** Throws `connection_unreadable` for what was sealed for another connection, or under a key that is gone. */
export async function unseal(
  setting: string,
  tenant: string,
  connection: string,
  sealed: SealedSecret,
): Promise<string> {
  const key = readSealingKeys(setting).find((candidate) => candidate.id === sealed.keyId);
  if (key === undefined) throw unreadable(connection, new Error(`SEALING_KEY has no key "${sealed.keyId}"`));
  const iv = Uint8Array.fromBase64(sealed.iv);
  const data = Uint8Array.fromBase64(sealed.data);
  const cipher = await cryptoKey(key);
  const opened = await crypto.subtle
    .decrypt(algorithm(iv, tenant, connection, sealed.keyId), cipher, data)
    .catch((cause: unknown) => Promise.reject(unreadable(connection, cause)));
  return new TextDecoder().decode(opened);
}

function unreadable(connection: string, cause: unknown): AppError {
  return new AppError("connection_unreadable", `The saved connection "${connection}" cannot be opened.`, {
    next: "The operator must save it again, or put back the sealing key it was saved under.",
    cause,
  });
}
