import { AppError } from "../errors.ts";
import { saveConnections } from "./connection-store.ts";
import { listPage, readKeys } from "./key-value.ts";
import { modelSealId } from "./model-seal.ts";
import { modelUses } from "./model-uses.ts";
import { saveModels } from "./model-store.ts";
import { connectionsKey, modelsKey } from "./record-keys.ts";
import type { Connection, ConnectionsRecord, ModelsRecord, SealedSecret } from "./records.ts";

type Secrets = ReadonlyMap<string, SealedSecret>;

/** A record that holds sealed secrets, each by the name it is sealed under. */
export interface SealedRecord {
  readonly tenant: string;
  readonly secrets: Secrets;
  /** Writes the record with these in the place of those of the same names. */
  replace(fresh: Secrets): Promise<void>;
}

function openConnections(kv: KVNamespace, tenant: string, record: unknown): SealedRecord {
  const { connections } = record as ConnectionsRecord;
  return {
    tenant,
    secrets: new Map(connections.map(({ id, sealed }) => [id, sealed])),
    replace: (fresh) => {
      const renew = (known: Connection): Connection => ({ ...known, sealed: fresh.get(known.id) ?? known.sealed });
      return saveConnections(kv, tenant, connections.map(renew));
    },
  };
}

function openModels(kv: KVNamespace, tenant: string, record: unknown): SealedRecord {
  const models = record as ModelsRecord;
  const sealed = modelUses.flatMap((use) => {
    const secret = models[use]?.sealed;
    return secret === undefined ? [] : [[modelSealId(use), secret] as const];
  });
  return {
    tenant,
    secrets: new Map(sealed),
    replace: (fresh) => {
      const renewed = modelUses.flatMap((use) => {
        const secret = fresh.get(modelSealId(use));
        return secret === undefined ? [] : [[use, { ...models[use], sealed: secret }] as const];
      });
      return saveModels(kv, { ...models, tenant, ...Object.fromEntries(renewed) });
    },
  };
}

/** Every kind of record that has sealed secrets, in the order they are gone through. */
const kinds = [
  { prefix: connectionsKey(""), open: openConnections },
  { prefix: modelsKey(""), open: openModels },
] as const;

/** Few enough that one page stays far within what one invocation may do. */
const RECORDS_PER_PAGE = 25;

export interface SealedPage {
  readonly records: readonly SealedRecord[];
  readonly cursor?: string;
}

/** One page of the records of all tenants; whose a record is, its key tells. */
export async function readSealedPage(kv: KVNamespace, from: string | undefined): Promise<SealedPage> {
  const [, place = "", rest] = /^(\d)\.(.*)$/.exec(from ?? "0.") ?? [];
  const kind = kinds[Number(place)];
  if (place === "" || kind === undefined) throw new AppError("invalid_cursor", "This cursor is not one of ours.");
  const page = await listPage(kv, kind.prefix, RECORDS_PER_PAGE, rest === "" ? undefined : rest);
  const found = page.names.length === 0 ? new Map<string, unknown>() : await readKeys(kv, page.names);
  const records = page.names.flatMap((name) => {
    const record = found.get(name) ?? null;
    return record === null ? [] : [kind.open(kv, name.slice(kind.prefix.length), record)];
  });
  if (page.cursor !== undefined) return { records, cursor: `${place}.${page.cursor}` };
  const next = Number(place) + 1;
  return next < kinds.length ? { records, cursor: `${String(next)}.` } : { records };
}
