import type { AdminClient } from "../admin-client.ts";
import { PROGRAM } from "./command.ts";
import { followPages } from "./follow-pages.ts";
import { renderTable } from "./table.ts";

export interface KeyState {
  id: string;
  isConfigured: boolean;
  isCurrent: boolean;
  connections: number;
}

export interface KeyStatus {
  current: string;
  tenants: number;
  keys: KeyState[];
}

/** How many connections each key seals, over all tenants. */
export async function readKeyStatus(admin: AdminClient): Promise<KeyStatus> {
  const counts = new Map<string, number>();
  let tenants = 0;
  const last = await followPages(
    (cursor) => admin.keyPage(cursor),
    (page) => {
      tenants += page.tenants;
      for (const id of page.configured) counts.set(id, counts.get(id) ?? 0);
      for (const [id, count] of Object.entries(page.counts)) counts.set(id, (counts.get(id) ?? 0) + count);
    },
  );
  const keys = [...counts].map(([id, connections]) => ({
    id,
    isConfigured: last.configured.includes(id),
    isCurrent: id === last.current,
    connections,
  }));
  return { current: last.current, tenants, keys };
}

/** Connections that are not sealed under the current key. */
export function countOld({ keys }: KeyStatus): number {
  return keys.reduce((sum, { isCurrent, connections }) => sum + (isCurrent ? 0 : connections), 0);
}

const yesNo = (is: boolean): string => (is ? "yes" : "no");

function advise({ keys, current }: KeyStatus): string[] {
  const old = keys.filter(({ isCurrent }) => !isCurrent);
  const lost = old.filter(({ isConfigured }) => !isConfigured);
  const known = old.filter(({ isConfigured }) => isConfigured);
  const isRotated = known.every(({ connections }) => connections === 0);
  return [
    ...lost.map(
      ({ id }) => `Nothing opens what ${id} sealed: put that key back into SEALING_KEY, or save the connections again.`,
    ),
    ...(isRotated
      ? known.map(({ id }) => `${id} seals nothing any more: it can be taken out of SEALING_KEY.`)
      : [`Seal the rest under ${current}: ${PROGRAM} keys rotate`]),
  ];
}

export function showKeyStatus(status: KeyStatus): string {
  const rows = status.keys.map(({ id, isConfigured, isCurrent, connections }) => [
    id,
    yesNo(isConfigured),
    yesNo(isCurrent),
    String(connections),
  ]);
  const advice = advise(status);
  const table = renderTable(["KEY", "CONFIGURED", "CURRENT", "CONNECTIONS"], rows);
  return advice.length === 0 ? table : `${table}\n\n${advice.join("\n")}`;
}
