import { mib } from "./figures.ts";
import { markdownTable } from "./markdown-table.ts";
import { WRITE_ATTEMPTS } from "./rivals/count-writes.ts";
import type { RivalFigures } from "./rivals/measure-rivals.ts";

const HEADINGS = [
  "Server",
  "SELECT 1",
  "100 rows",
  "Calls a second, 16 at a time",
  "Memory",
  "Tools (tokens)",
  "100 rows (tokens)",
  "Writes let through",
];

function row(one: RivalFigures): string[] {
  return [
    one.name,
    `${one.latencyMs.toFixed(1)} ms`,
    `${one.latencyMsOfRows.toFixed(1)} ms`,
    one.callsPerSecond.toFixed(0) + (one.failed === 0 ? "" : ` (${(one.failed * 100).toFixed(0)} % failed)`),
    mib(one.residentBytes),
    `${one.tools} (${one.toolTokens.toLocaleString("en")})`,
    one.answerTokens.toLocaleString("en"),
    `${String(one.writes)} of ${String(WRITE_ATTEMPTS.length)}`,
  ];
}

export const rivalTable = (rivals: readonly RivalFigures[]): string => markdownTable(HEADINGS, rivals.map(row));
