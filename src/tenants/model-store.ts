import { AppError } from "../errors.ts";
import { findProvider, type ModelUse } from "../model-providers.ts";
import { deleteKey, writeKey } from "./key-value.ts";
import { modelSealId } from "./model-seal.ts";
import { forgetRecord } from "./record-cache.ts";
import { modelsKey } from "./record-keys.ts";
import type { ModelSettings, ModelsRecord, SealedSecret } from "./records.ts";
import { seal } from "./sealing.ts";
import { loadTenant } from "./tenant-store.ts";

export interface NewModel extends Omit<ModelSettings, "sealed"> {
  /** Left out it stays as it is; null takes it away. */
  readonly key?: string | null;
}

/** Sets the tenant's model for a use, or replaces it. */
export async function saveModel(
  kv: KVNamespace,
  sealingKeys: string,
  tenantId: string,
  use: ModelUse,
  { key, ...settings }: NewModel,
): Promise<ModelSettings> {
  const { models } = await loadTenant(kv, tenantId);
  const sealed =
    typeof key === "string"
      ? await seal(sealingKeys, tenantId, modelSealId(use), key)
      : keptKey(models[use], settings, key === null);
  if (sealed === undefined) checkKeyless(settings);
  const saved = { ...settings, ...(sealed === undefined ? {} : { sealed }) };
  await saveModels(kv, { ...models, [use]: saved });
  return saved;
}

export async function deleteModel(kv: KVNamespace, tenantId: string, use: ModelUse): Promise<void> {
  const { models } = await loadTenant(kv, tenantId);
  if (models[use] === undefined) {
    throw new AppError("not_found", `Tenant "${tenantId}" has no ${use} model of its own.`, {
      next: "It uses the deployment's, if there is one.",
    });
  }
  const { [use]: _, ...kept } = models;
  await saveModels(kv, kept);
}

export async function saveModels(kv: KVNamespace, models: ModelsRecord): Promise<void> {
  const key = modelsKey(models.tenant);
  const isEmpty = models.embedding === undefined && models.text === undefined;
  await (isEmpty ? deleteKey(kv, key) : writeKey(kv, key, models));
  forgetRecord(key);
}

/** Whoever can have a stored key sent to another place has it. What is not asked over HTTP takes none. */
function keptKey(
  known: ModelSettings | undefined,
  { provider, url }: Pick<ModelSettings, "provider" | "url">,
  isDropped: boolean,
): SealedSecret | undefined {
  if (known?.sealed === undefined || isDropped || findProvider(provider)?.url === undefined) return undefined;
  const moved = [
    ...(known.provider === provider ? [] : ["provider"]),
    ...((known.url ?? "") === (url ?? "") ? [] : ["url"]),
  ];
  if (moved.length === 0) return known.sealed;
  throw new AppError("invalid_arguments", `Changing ${moved.join(" and ")} needs the key again.`, {
    next: "Pass the key too, or null (--no-key) for none: the stored one is never sent to another place.",
  });
}

/** A service of one's own, at a url of its own, may do without. */
function checkKeyless({ provider, url }: Pick<ModelSettings, "provider" | "url">): void {
  if (findProvider(provider)?.needsKey !== true || url !== undefined) return;
  throw new AppError("invalid_arguments", `The provider ${provider} needs a key.`, {
    next: "Pass the key, or the url of a service that needs none.",
  });
}
