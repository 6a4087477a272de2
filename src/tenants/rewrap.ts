import { AppError } from "../errors.ts";
import type { SealedSecret } from "./records.ts";
import { readSealedPage } from "./sealed-records.ts";
import { readSealingKeys } from "./sealing-keys.ts";
import { seal, showSealed, unseal } from "./sealing.ts";

export interface KeyCounts {
  readonly current: string;
  readonly configured: readonly string[];
  /** How many secrets are sealed under each key: connection strings, and keys of models. */
  readonly counts: Readonly<Record<string, number>>;
  readonly cursor?: string;
}

/** Which keys the secrets of one page of records are sealed under. */
export async function countKeys(kv: KVNamespace, setting: string, from: string | undefined): Promise<KeyCounts> {
  const configured = readSealingKeys(setting).map(({ id }) => id);
  const [current = ""] = configured;
  const { records, cursor } = await readSealedPage(kv, from);
  const counts: Record<string, number> = {};
  for (const { secrets } of records) {
    for (const { keyId } of secrets.values()) counts[keyId] = (counts[keyId] ?? 0) + 1;
  }
  return { current, configured, counts, ...(cursor === undefined ? {} : { cursor }) };
}

interface Failure {
  readonly tenant: string;
  readonly secret: string;
  readonly keyId: string;
}

export interface Rewrapped {
  readonly current: string;
  readonly rewrapped: number;
  readonly alreadyCurrent: number;
  /** Those that no configured key opens. They are left as they are. */
  readonly failed: readonly Failure[];
  readonly cursor?: string;
}

/** Seals the secrets of one page of records anew under the current key; doing it again changes nothing more. */
export async function rewrapPage(kv: KVNamespace, setting: string, from: string | undefined): Promise<Rewrapped> {
  const [{ id: current }] = readSealingKeys(setting);
  const { records, cursor } = await readSealedPage(kv, from);
  const total = { rewrapped: 0, alreadyCurrent: 0 };
  const failed: Failure[] = [];
  for (const record of records) {
    const { tenant, secrets } = record;
    const fresh = new Map<string, SealedSecret>();
    for (const [name, sealed] of secrets) {
      if (sealed.keyId === current) {
        total.alreadyCurrent += 1;
        continue;
      }
      const resealed = await reseal(setting, tenant, name, sealed);
      if (resealed === undefined) failed.push({ tenant, secret: showSealed(name), keyId: sealed.keyId });
      else fresh.set(name, resealed);
    }
    total.rewrapped += fresh.size;
    if (fresh.size > 0) await record.replace(fresh);
  }
  return { current, ...total, failed, ...(cursor === undefined ? {} : { cursor }) };
}

/** Undefined when the secret does not open: its key is gone, or the record is not this tenant's. */
async function reseal(
  setting: string,
  tenant: string,
  name: string,
  sealed: SealedSecret,
): Promise<SealedSecret | undefined> {
  let secret: string;
  try {
    secret = await unseal(setting, tenant, name, sealed);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code.endsWith("_unreadable")) return undefined;
    throw thrown;
  }
  return await seal(setting, tenant, name, secret);
}
