import { AppError } from "../errors.ts";
import { forgetRecord, readRecord } from "./record-cache.ts";
import type { Connection, Tenant, TokenRecord } from "./records.ts";
import { completePolicy } from "./policy.ts";
import { buildConnectionString, parseConnectionString } from "./connection-string.ts";
import { seal } from "./sealing.ts";

const tenantKey = (id: string) => `tenant:${id}`;
const tokenKey = (hash: string) => `token:${hash}`;
const tokenIndexKey = (tenant: string, id: string) => `tenant-token:${tenant}:${id}`;

export async function findTenant(kv: KVNamespace, id: string): Promise<Tenant | null> {
  const tenant = await readRecord<Tenant>(kv, tenantKey(id));
  return tenant === null ? null : { ...tenant, policy: completePolicy(tenant.policy) };
}

export const findToken = (kv: KVNamespace, hash: string) => readRecord<TokenRecord>(kv, tokenKey(hash));

/** The tenant as KV has it now, for changes; unknown tenants are an error. */
export async function loadTenant(kv: KVNamespace, id: string): Promise<Tenant> {
  const tenant = await kv.get<Tenant>(tenantKey(id), "json");
  if (tenant === null) throw new AppError("not_found", `There is no tenant "${id}".`);
  return { ...tenant, policy: completePolicy(tenant.policy) };
}

export async function createTenant(kv: KVNamespace, tenant: Tenant): Promise<void> {
  if ((await kv.get(tenantKey(tenant.id))) !== null)
    throw new AppError("conflict", `Tenant "${tenant.id}" exists already.`);
  await saveTenant(kv, tenant);
}

export async function saveTenant(kv: KVNamespace, tenant: Tenant): Promise<void> {
  await kv.put(tenantKey(tenant.id), JSON.stringify(tenant));
  forgetRecord(tenantKey(tenant.id));
}

async function listKeys(kv: KVNamespace, prefix: string): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page: KVNamespaceListResult<unknown> = await kv.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
    names.push(...page.keys.map((key) => key.name));
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor !== undefined);
  return names;
}

async function readAll<T>(kv: KVNamespace, names: readonly string[]): Promise<readonly T[]> {
  const found = await Promise.all(names.map((name) => kv.get<T>(name, "json")));
  return found.filter((record) => record !== null);
}

export async function listTenants(kv: KVNamespace): Promise<readonly Tenant[]> {
  return await readAll<Tenant>(kv, await listKeys(kv, "tenant:"));
}

export async function deleteTenant(kv: KVNamespace, id: string): Promise<void> {
  await loadTenant(kv, id);
  for (const token of await listTokens(kv, id)) await deleteToken(kv, id, token.id);
  await kv.delete(tenantKey(id));
  forgetRecord(tenantKey(id));
}

export async function saveToken(kv: KVNamespace, record: TokenRecord): Promise<void> {
  await kv.put(tokenKey(record.hash), JSON.stringify(record));
  await kv.put(tokenIndexKey(record.tenant, record.id), JSON.stringify(record));
}

export async function listTokens(kv: KVNamespace, tenant: string): Promise<readonly TokenRecord[]> {
  return await readAll<TokenRecord>(kv, await listKeys(kv, `tenant-token:${tenant}:`));
}

export async function deleteToken(kv: KVNamespace, tenant: string, id: string): Promise<void> {
  const record = await kv.get<TokenRecord>(tokenIndexKey(tenant, id), "json");
  if (record === null) throw new AppError("not_found", `Tenant "${tenant}" has no token "${id}".`);
  await kv.delete(tokenKey(record.hash));
  await kv.delete(tokenIndexKey(tenant, id));
  forgetRecord(tokenKey(record.hash));
}

export interface NewConnection {
  readonly id: string;
  readonly url: string;
  readonly proxy: string | undefined;
  readonly sealingKeys: string;
  readonly allowLocal: boolean;
}

/** Adds the connection, or replaces the one of the same id. */
export async function saveConnection(kv: KVNamespace, tenantId: string, wanted: NewConnection): Promise<Connection> {
  const tenant = await loadTenant(kv, tenantId);
  const target = parseConnectionString(wanted.url, wanted.allowLocal);
  const { host, port, user, database } = target;
  const sealed = await seal(wanted.sealingKeys, tenantId, wanted.id, buildConnectionString(target));
  const proxy = wanted.proxy === undefined ? {} : { proxy: wanted.proxy };
  const connection = { id: wanted.id, host, port, user, database, ...proxy, sealed };
  // In its old place, so that replacing the default connection leaves it the default.
  const known = tenant.connections.some((existing) => existing.id === wanted.id);
  const connections = known
    ? tenant.connections.map((existing) => (existing.id === wanted.id ? connection : existing))
    : [...tenant.connections, connection];
  await saveTenant(kv, { ...tenant, connections });
  return connection;
}

export async function deleteConnection(kv: KVNamespace, tenantId: string, id: string): Promise<void> {
  const tenant = await loadTenant(kv, tenantId);
  const connections = tenant.connections.filter((existing) => existing.id !== id);
  if (connections.length === tenant.connections.length)
    throw new AppError("not_found", `Tenant "${tenantId}" has no connection "${id}".`);
  await saveTenant(kv, { ...tenant, connections });
}
