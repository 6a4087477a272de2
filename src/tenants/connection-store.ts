import { limits } from "../config.ts";
import { AppError } from "../errors.ts";
import { buildConnectionString, type ConnectionTarget } from "./connection-string.ts";
import { writeKey } from "./key-value.ts";
import { forgetRecord } from "./record-cache.ts";
import { connectionsKey } from "./record-keys.ts";
import type { Connection } from "./records.ts";
import { seal } from "./sealing.ts";
import { loadTenant } from "./tenant-store.ts";

export interface NewConnection {
  readonly id: string;
  readonly target: ConnectionTarget;
  readonly proxy?: string;
  readonly description?: string;
}

/** Adds the connection, or replaces the one of the same id. */
export async function saveConnection(
  kv: KVNamespace,
  sealingKeys: string,
  tenantId: string,
  { id, target, ...described }: NewConnection,
): Promise<Connection> {
  const { connections } = await loadTenant(kv, tenantId);
  const { host, port, user, database } = target;
  const sealed = await seal(sealingKeys, tenantId, id, buildConnectionString(target));
  const known = connections.find((existing) => existing.id === id);
  const now = new Date().toISOString();
  const times = known === undefined ? { createdAt: now } : { createdAt: known.createdAt, updatedAt: now };
  const connection = { id, host, port, user, database, ...described, ...times, sealed };
  if (known === undefined && connections.length >= limits.maxConnections) {
    throw new AppError("conflict", `This tenant has ${String(limits.maxConnections)} connections already.`, {
      next: "Remove one that is not used any more.",
    });
  }
  // In its old place, so that replacing the default connection leaves it the default.
  const changed =
    known === undefined
      ? [...connections, connection]
      : connections.map((existing) => (existing.id === id ? connection : existing));
  await saveConnections(kv, tenantId, changed);
  return connection;
}

export async function deleteConnection(kv: KVNamespace, tenantId: string, id: string): Promise<void> {
  const { connections } = await loadTenant(kv, tenantId);
  const kept = connections.filter((existing) => existing.id !== id);
  if (kept.length === connections.length)
    throw new AppError("not_found", `Tenant "${tenantId}" has no connection "${id}".`, {
      next: `It has: ${connections.map((existing) => existing.id).join(", ") || "none"}.`,
    });
  await saveConnections(kv, tenantId, kept);
}

export async function saveConnections(
  kv: KVNamespace,
  tenant: string,
  connections: readonly Connection[],
): Promise<void> {
  await writeKey(kv, connectionsKey(tenant), { tenant, connections });
  forgetRecord(connectionsKey(tenant));
}
