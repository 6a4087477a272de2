import { randomUUID } from "node:crypto";
import type { NewToken, TokenRecord } from "../../../scripts/admin-records.ts";
import { type Answer, notFound } from "./admin-state.ts";

const HOUR = 3_600_000;

function newRecord(tenant: string, { scopes = ["read"], label = "", expiresInDays, ...given }: NewToken): TokenRecord {
  const id = randomUUID().replaceAll("-", "").slice(0, 16);
  const expiresAt =
    expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * 24 * HOUR + HOUR).toISOString();
  return {
    id,
    tenant,
    subject: `postern|${id}`,
    scopes,
    label,
    createdAt: new Date().toISOString(),
    expiresAt,
    ...given,
  };
}

const secretOf = (record: TokenRecord): string => `pst_${record.id}_secret`;

export function createToken(tenant: string, tokens: TokenRecord[], body: NewToken): Answer {
  const record = newRecord(tenant, body);
  tokens.push(record);
  return { status: 201, body: { token: secretOf(record), record } };
}

export function rotateToken(tokens: TokenRecord[], id: string, overlapHours: number): Answer {
  const old = tokens.find((token) => token.id === id);
  if (old === undefined) return notFound(`There is no token "${id}".`);
  const record = { ...newRecord(old.tenant, {}), label: old.label, scopes: old.scopes, rotatedFrom: old.id };
  const previous = {
    ...old,
    expiresAt: new Date(Date.now() + overlapHours * HOUR + 60_000).toISOString(),
    rotatedTo: record.id,
  };
  tokens.splice(tokens.indexOf(old), 1, ...(overlapHours === 0 ? [record] : [previous, record]));
  return { status: 201, body: { token: secretOf(record), record, previous } };
}

export function revokeToken(tokens: TokenRecord[], id: string, isNow: boolean): Answer {
  const old = tokens.find((token) => token.id === id);
  if (old === undefined) return notFound(`There is no token "${id}".`);
  tokens.splice(tokens.indexOf(old), 1);
  const promise = { revoked: old.id, isolateCacheSeconds: 30, kvSeconds: 60 };
  return { status: 200, body: isNow ? { ...promise, cancelledStatements: 2 } : promise };
}
