import type { ConnectionCheck, Finding } from "../admin-records.ts";
import { showCell } from "./table.ts";

export interface CheckedConnection {
  id: string;
  check: ConnectionCheck;
}

export const isDangerous = (check: ConnectionCheck): boolean =>
  check.reachable && check.findings.some(({ level }) => level === "danger");

function showFinding({ level, power, what, fix }: Finding): string[] {
  return [
    `  ${level.toUpperCase()} ${showCell(power)}: ${showCell(what)}`,
    ...(fix === "" ? [] : [`    Fix: ${showCell(fix)}`]),
  ];
}

/** "Postgres 18.1, database app as reader, read-only", then what the role can do beyond reading. */
export function showCheck({ id, check }: CheckedConnection): string {
  if (!check.reachable) {
    const next = check.next === undefined ? "" : ` ${showCell(check.next)}`;
    return `${id}: could not connect (${check.code}). ${showCell(check.message)}${next}`;
  }
  const { serverVersion, database, role, isReadOnly, findings } = check;
  const state = isReadOnly ? "read-only" : "not read-only";
  return [
    `${id}: Postgres ${showCell(serverVersion)}, database ${showCell(database)} as ${showCell(role)}, ${state}`,
    ...findings.toSorted((a, b) => a.level.localeCompare(b.level)).flatMap(showFinding),
  ].join("\n");
}
