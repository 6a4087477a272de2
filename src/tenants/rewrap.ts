import { AppError } from "../errors.ts";
import { saveConnections } from "./connection-store.ts";
import { listPage, readKey } from "./key-value.ts";
import { connectionsKey } from "./record-keys.ts";
import type { Connection, ConnectionsRecord } from "./records.ts";
import { readSealingKeys } from "./sealing-keys.ts";
import { seal, unseal } from "./sealing.ts";

/** Few enough that one page stays far within what one invocation may do. */
const TENANTS_PER_PAGE = 25;

interface Page {
  readonly records: readonly ConnectionsRecord[];
  readonly cursor?: string;
}

async function readPage(kv: KVNamespace, cursor: string | undefined): Promise<Page> {
  const page = await listPage(kv, connectionsKey(""), TENANTS_PER_PAGE, cursor);
  const records = await Promise.all(page.names.map((name) => readKey<ConnectionsRecord>(kv, name)));
  return { ...page, records: records.filter((record) => record !== null) };
}

export interface KeyCounts {
  readonly current: string;
  readonly configured: readonly string[];
  /** How many connections are sealed under each key. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tenants: number;
  readonly cursor?: string;
}

/** Which keys the connections of one page of tenants are sealed under. */
export async function countKeys(kv: KVNamespace, setting: string, from: string | undefined): Promise<KeyCounts> {
  const { records, cursor } = await readPage(kv, from);
  const counts: Record<string, number> = {};
  for (const { keyId } of records.flatMap(({ connections }) => connections.map(({ sealed }) => sealed)))
    counts[keyId] = (counts[keyId] ?? 0) + 1;
  const configured = readSealingKeys(setting).map(({ id }) => id);
  const [current = ""] = configured;
  return { current, configured, counts, tenants: records.length, ...(cursor === undefined ? {} : { cursor }) };
}

interface Failure {
  readonly tenant: string;
  readonly connection: string;
  readonly keyId: string;
}

export interface Rewrapped {
  readonly current: string;
  readonly tenants: number;
  readonly rewrapped: number;
  readonly alreadyCurrent: number;
  /** Those that no configured key opens. They are left as they are. */
  readonly failed: readonly Failure[];
  readonly cursor?: string;
}

/** Seals the connections of one page of tenants anew under the current key; doing it again changes nothing more. */
export async function rewrapPage(kv: KVNamespace, setting: string, from: string | undefined): Promise<Rewrapped> {
  const [{ id: current }] = readSealingKeys(setting);
  const { records, cursor } = await readPage(kv, from);
  const total = { rewrapped: 0, alreadyCurrent: 0 };
  const failed: Failure[] = [];
  for (const { tenant, connections } of records) {
    const stale = connections.filter(({ sealed }) => sealed.keyId !== current);
    total.alreadyCurrent += connections.length - stale.length;
    const fresh = new Map<string, Connection>();
    for (const connection of stale) {
      const resealed = await reseal(setting, tenant, connection);
      if (resealed === undefined) failed.push({ tenant, connection: connection.id, keyId: connection.sealed.keyId });
      else fresh.set(connection.id, resealed);
    }
    total.rewrapped += fresh.size;
    if (fresh.size > 0) {
      const changed = connections.map((connection) => fresh.get(connection.id) ?? connection);
      await saveConnections(kv, tenant, changed);
    }
  }
  return { current, tenants: records.length, ...total, failed, ...(cursor === undefined ? {} : { cursor }) };
}

/** Undefined when the connection does not open: its key is gone, or the record is not this tenant's. */
async function reseal(setting: string, tenant: string, connection: Connection): Promise<Connection | undefined> {
  let secret: string;
  try {
    secret = await unseal(setting, tenant, connection.id, connection.sealed);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "connection_unreadable") return undefined;
    throw thrown;
  }
  return { ...connection, sealed: await seal(setting, tenant, connection.id, secret) };
}
