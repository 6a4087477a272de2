import { AppError } from "../errors.ts";
import { modelSealId } from "./model-seal.ts";
import { modelUses } from "./model-uses.ts";
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

// The tenant and name are authenticated with the ciphertext, so records cannot be swapped between them.
function algorithm(iv: Uint8Array, tenant: string, name: string, keyId: string) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(JSON.stringify([tenant, name, keyId])) };
}

/** Seals with the first key of the setting; the name is a connection's id, or what `modelSealId` makes of a model. */
export async function seal(setting: string, tenant: string, name: string, secret: string): Promise<SealedSecret> {
  const [current] = readSealingKeys(setting);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    algorithm(iv, tenant, name, current.id),
    await cryptoKey(current),
    new TextEncoder().encode(secret),
  );
  return { keyId: current.id, iv: iv.toBase64(), data: new Uint8Array(sealed).toBase64() };
}

/** Throws `connection_unreadable` or `model_unreadable` for what was sealed under another name, or a key that is gone. */
export async function unseal(setting: string, tenant: string, name: string, sealed: SealedSecret): Promise<string> {
  const key = readSealingKeys(setting).find((candidate) => candidate.id === sealed.keyId);
  if (key === undefined) throw unreadable(name, new Error(`SEALING_KEY has no key "${sealed.keyId}"`));
  try {
    const iv = Uint8Array.fromBase64(sealed.iv);
    const data = Uint8Array.fromBase64(sealed.data);
    const cipher = await cryptoKey(key);
    const opened = await crypto.subtle.decrypt(algorithm(iv, tenant, name, sealed.keyId), cipher, data);
    return new TextDecoder().decode(opened);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

const modelUseOf = (name: string) => modelUses.find((use) => modelSealId(use) === name);

/** What people know by the name that a secret is sealed under. */
export function showSealed(name: string): string {
  const use = modelUseOf(name);
  return use === undefined ? `connection "${name}"` : `key of the ${use} model`;
}

function unreadable(name: string, cause: unknown): AppError {
  const code = modelUseOf(name) === undefined ? "connection_unreadable" : "model_unreadable";
  return new AppError(code, `The saved ${showSealed(name)} cannot be opened.`, {
    next: "The operator must save it again, or put back the sealing key it was saved under.",
    cause,
  });
}
