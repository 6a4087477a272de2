import type { AdminState, Answer } from "./admin-state.ts";

const TENANTS_ON_A_PAGE = 2;

function readPage(state: AdminState, cursor: string | undefined) {
  const start = Number(cursor ?? 0);
  const tenants = [...state.tenants.values()].slice(start, start + TENANTS_ON_A_PAGE);
  const end = start + TENANTS_ON_A_PAGE;
  return { tenants, next: end < state.tenants.size ? { cursor: String(end) } : {} };
}

export function countKeys(state: AdminState, cursor: string | undefined): Answer {
  const { tenants, next } = readPage(state, cursor);
  const counts: Record<string, number> = {};
  for (const { keyId } of tenants.flatMap(({ connections }) => connections)) counts[keyId] = (counts[keyId] ?? 0) + 1;
  return { status: 200, body: { ...state.keys, counts, tenants: tenants.length, ...next } };
}

export function rewrap(state: AdminState, cursor: string | undefined): Answer {
  const failure = state.rewrapFailures.shift();
  if (failure !== undefined) return failure;
  const { current, configured } = state.keys;
  const { tenants, next } = readPage(state, cursor);
  const done = { current, tenants: tenants.length, rewrapped: 0, alreadyCurrent: 0 };
  const failed: unknown[] = [];
  for (const { id: tenant, connections } of tenants) {
    for (const connection of connections) {
      if (connection.keyId === current) done.alreadyCurrent += 1;
      else if (!configured.includes(connection.keyId))
        failed.push({ tenant, connection: connection.id, keyId: connection.keyId });
      else {
        connection.keyId = current;
        done.rewrapped += 1;
      }
    }
  }
  return { status: 200, body: { ...done, failed, ...next } };
}
