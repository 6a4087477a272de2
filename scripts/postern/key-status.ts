import type { AdminClient } from "../admin-client.ts";
import { PROGRAM } from "./command.ts";
import { followPages } from "./follow-pages.ts";
import { renderTable } from "./table.ts";

export interface KeyState {
  id: string;
  isConfigured: boolean;
  isCurrent: boolean;
  secrets: number;
}

export interface KeyStatus {
  current: string;
  keys: KeyState[];
}

/** How many secrets each key seals, over all tenants. */
export async function readKeyStatus(admin: AdminClient): Promise<KeyStatus> {
  const counts = new Map<string, number>();
  const last = await followPages(
    (cursor) => admin.keyPage(cursor),
    (page) => {
      for (const id of page.configured) counts.set(id, counts.get(id) ?? 0);
      for (const [id, count] of Object.entries(page.counts)) counts.set(id, (counts.get(id) ?? 0) + count);
    },
  );
  const keys = [...counts].map(([id, secrets]) => ({
    id,
    isConfigured: last.configured.includes(id),
    isCurrent: id === last.current,
    secrets,
  }));
  return { current: last.current, keys };
}

/** Secrets that are not sealed under the current key. */
export function countOld({ keys }: KeyStatus): number {
  return keys.reduce((sum, { isCurrent, secrets }) => sum + (isCurrent ? 0 : secrets), 0);
}

const yesNo = (is: boolean): string => (is ? "yes" : "no");

function advise({ keys, current }: KeyStatus): string[] {
  const old = keys.filter(({ isCurrent }) => !isCurrent);
  const lost = old.filter(({ isConfigured }) => !isConfigured);
  const known = old.filter(({ isConfigured }) => isConfigured);
  const isRotated = known.every(({ secrets }) => secrets === 0);
  return [
    ...lost.map(
      ({ id }) => `Nothing opens what ${id} sealed: put that key back into SEALING_KEY, or save those secrets again.`,
    ),
    ...(isRotated
      ? known.map(({ id }) => `${id} seals nothing any more: it can be taken out of SEALING_KEY.`)
      : [`Seal the rest under ${current}: ${PROGRAM} keys rotate`]),
  ];
}

export function showKeyStatus(status: KeyStatus): string {
  const rows = status.keys.map(({ id, isConfigured, isCurrent, secrets }) => [
    id,
    yesNo(isConfigured),
    yesNo(isCurrent),
    String(secrets),
  ]);
  const advice = advise(status);
  const table = renderTable(["KEY", "CONFIGURED", "CURRENT", "SECRETS"], rows);
  return advice.length === 0 ? table : `${table}\n\n${advice.join("\n")}`;
}
