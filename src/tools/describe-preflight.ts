import type { Preflight } from "../catalog/preflight.ts";
import { cellText } from "./cell-text.ts";

/** What a connection's role could do beyond reading: a line on the whole, then one for each finding. */
export function describePreflight(preflight: Preflight): string {
  const { role, database, serverVersion, isReadOnly, findings } = preflight;
  const verdict = isReadOnly ? "can only read" : "could do more than read";
  const end = findings.length === 0 ? "." : isReadOnly ? "; worth knowing:" : ":";
  return [
    `Role ${cellText(role)} in database ${cellText(database)} on PostgreSQL ${cellText(serverVersion)}: ${verdict}${end}`,
    ...findings.map(({ level, what, fix }) => `- ${level}: ${cellText(what)} Fix: ${cellText(fix)}`),
  ].join("\n");
}
