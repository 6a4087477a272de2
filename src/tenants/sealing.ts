import type { SealedSecret } from "./records.ts";

interface SealingKey {
  readonly id: string;
  readonly key: CryptoKey;
}

async function importKeys(setting: string): Promise<readonly SealingKey[]> {
  const entries = setting.split(",").map((entry) => entry.trim());
  return await Promise.all(
    entries.map(async (entry) => {
      const [, id, encoded] = /^([\w-]+):(.+)$/.exec(entry) ?? [];
      const bytes = id === undefined || encoded === undefined ? new Uint8Array() : Uint8Array.fromBase64(encoded);
      if (id === undefined || bytes.length !== 32) {
        throw new Error('SEALING_KEY must be "<key id>:<base64 of 32 bytes>", comma-separated when rotating');
      }
      return { id, key: await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]) };
    }),
  );
}

// The tenant and connection are authenticated with the ciphertext, so records cannot be swapped between them.
function algorithm(iv: Uint8Array, tenant: string, connection: string, keyId: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(JSON.stringify([tenant, connection, keyId])) };
}

/** Seals with the first key of the setting. */
export async function seal(setting: string, tenant: string, connection: string, secret: string): Promise<SealedSecret> {
  const [current] = await importKeys(setting);
  if (current === undefined) throw new Error("SEALING_KEY is empty");
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    algorithm(iv, tenant, connection, current.id),
    current.key,
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
  const entry = (await importKeys(setting)).find((candidate) => candidate.id === sealed.keyId);
  if (entry === undefined) throw new Error(`SEALING_KEY has no key "${sealed.keyId}"`);
  const opened = await crypto.subtle.decrypt(
    algorithm(Uint8Array.fromBase64(sealed.iv), tenant, connection, sealed.keyId),
    entry.key,
    Uint8Array.fromBase64(sealed.data),
  );
  return new TextDecoder().decode(opened);
}
