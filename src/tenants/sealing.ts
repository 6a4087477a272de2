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

export async function unseal(
  setting: string,
  tenant: string,
  connection: string,
  sealed: SealedSecret,
): Promise<string> {
  const key = readSealingKeys(setting).find((candidate) => candidate.id === sealed.keyId);
  if (key === undefined) throw new Error(`SEALING_KEY has no key "${sealed.keyId}"`);
  const opened = await crypto.subtle.decrypt(
    algorithm(Uint8Array.fromBase64(sealed.iv), tenant, connection, sealed.keyId),
    await cryptoKey(key),
    Uint8Array.fromBase64(sealed.data),
  );
  return new TextDecoder().decode(opened);
}
