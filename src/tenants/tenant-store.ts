import { AppError } from "../errors.ts";
import { identifierShape } from "./identifier-shape.ts";
import { deleteKey, readAll, readKey, readKeys, unavailable, writeKey } from "./key-value.ts";
import { completePolicy } from "./policy.ts";
import { forgetRecord, readRecords } from "./record-cache.ts";
import { choiceKey, connectionsKey, lastUsedKey, modelsKey, questionsKey, tenantKey } from "./record-keys.ts";
import type { ConnectionsRecord, ModelsRecord, Tenant, TenantRecord, TokenRecord } from "./records.ts";
import { deleteTokens } from "./token-store.ts";

export interface TenantView {
  /** With the connections that the token may use, the one its holder chose first. */
  readonly tenant: Tenant;
  readonly lastUsedAt: string | null;
}

/** The tenant as a token sees it, in one read of KV. */
export async function findTenantOf(kv: KVNamespace, token: TokenRecord): Promise<TenantView | null> {
  const owner = token.tenant;
  const own = [choiceKey(owner, token.id), lastUsedKey(owner, token.id)];
  const keys = [tenantKey(owner), connectionsKey(owner), modelsKey(owner), ...own];
  const [record, list, models, choice, lastUsedAt] = await readRecords(kv, keys);
  if (record === null) {
    forgetRecord(tenantKey(owner));
    return null;
  }
  const tenant = joinRecords(owner, { record, list, models });
  const permitted = tenant.connections.filter(({ id }) => token.connections?.includes(id) ?? true);
  const chosen = permitted.filter(({ id }) => id === choice);
  return {
    tenant: { ...tenant, connections: [...chosen, ...permitted.filter(({ id }) => id !== choice)] },
    lastUsedAt: typeof lastUsedAt === "string" ? lastUsedAt : null,
  };
}

/** The tenant as KV has it now, for changes; unknown tenants are an error. */
export async function loadTenant(kv: KVNamespace, id: string): Promise<Tenant> {
  // KV refuses keys that are too long, which would look like KV failing.
  if (!identifierShape.test(id)) throw missing(id);
  const records = await readKeys(kv, [tenantKey(id), connectionsKey(id), modelsKey(id)]);
  const record = records.get(tenantKey(id)) ?? null;
  if (record === null) throw missing(id);
  return joinRecords(id, { record, list: records.get(connectionsKey(id)), models: records.get(modelsKey(id)) });
}

function missing(id: string): AppError {
  return new AppError("not_found", `There is no tenant "${id.slice(0, 100)}".`, {
    next: "List the tenants to see their ids.",
  });
}

/** Each record says whose it is: one that turns up under another's key is never served. */
function joinRecords(id: string, found: { record: unknown; list: unknown; models: unknown }): Tenant {
  const tenant = found.record as TenantRecord;
  const { tenant: owner, connections } = (found.list ?? { tenant: id, connections: [] }) as ConnectionsRecord;
  const models = (found.models ?? { tenant: id }) as ModelsRecord;
  if (tenant.id !== id || owner !== id || models.tenant !== id) {
    for (const key of [tenantKey(id), connectionsKey(id), modelsKey(id)]) forgetRecord(key);
    throw unavailable(new Error("KV returned a record of another tenant"));
  }
  return { ...tenant, policy: completePolicy(tenant.policy), connections, models };
}

export async function createTenant(kv: KVNamespace, tenant: TenantRecord): Promise<void> {
  if ((await readKey(kv, tenantKey(tenant.id))) !== null)
    throw new AppError("conflict", `Tenant "${tenant.id}" exists already.`, {
      next: "Update it, or choose another id.",
    });
  await saveTenant(kv, tenant);
}

export async function saveTenant(kv: KVNamespace, { id, name, policy, preview }: TenantRecord): Promise<void> {
  await writeKey(kv, tenantKey(id), { id, name, policy, preview });
  forgetRecord(tenantKey(id));
}

export async function listTenants(kv: KVNamespace): Promise<readonly Tenant[]> {
  const tenants = await readAll<TenantRecord>(kv, tenantKey(""));
  const lists = await readAll<ConnectionsRecord>(kv, connectionsKey(""));
  const models = await readAll<ModelsRecord>(kv, modelsKey(""));
  return [...tenants.values()].map((record) =>
    joinRecords(record.id, {
      record,
      list: lists.get(connectionsKey(record.id)),
      models: models.get(modelsKey(record.id)),
    }),
  );
}

export async function deleteTenant(kv: KVNamespace, id: string): Promise<void> {
  await loadTenant(kv, id);
  await deleteTokens(kv, id);
  // The tenant last: while it is there, a deletion that failed can be repeated, and nothing is left to its successor.
  for (const key of [connectionsKey(id), modelsKey(id), questionsKey(id), tenantKey(id)]) {
    await deleteKey(kv, key);
    forgetRecord(key);
  }
}
