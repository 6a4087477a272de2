import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { WRITE_ATTEMPTS } from "./rivals/count-writes.ts";
import type { RivalFigures } from "./rivals/measure-rivals.ts";
import type { Summary } from "./summary.ts";

const PLACE = /(<!-- bench -->\n)[^]*?(\n<!-- \/bench -->)/;
const README = path.resolve(import.meta.dirname, "../../README.md");
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
    `${(one.residentBytes / 2 ** 20).toFixed(0)} MiB`,
    `${one.tools} (${one.toolTokens.toLocaleString("en")})`,
    one.answerTokens.toLocaleString("en"),
    `${String(one.writes)} of ${String(WRITE_ATTEMPTS.length)}`,
  ];
}

export function rivalTable(rivals: readonly RivalFigures[]): string {
  const lines = [HEADINGS, HEADINGS.map((_, index) => (index === 0 ? "---" : "---:")), ...rivals.map(row)];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Puts the comparison into the README, where it stays until the next run that is asked to. */
export function writeReadmeTable({ rivals }: Summary): void {
  if (rivals === undefined) throw new Error("--readme needs the rivals: leave out --no-rivals");
  const readme = fs.readFileSync(README, "utf8");
  if (!PLACE.test(readme)) throw new Error("README.md has no place for the bench table");
  const written = readme.replace(PLACE, (_, before: string, after: string) => {
    return `${before}\n${rivalTable(rivals)}\n${after}`;
  });
  fs.writeFileSync(README, written);
  const oxfmt = path.dirname(createRequire(import.meta.url).resolve("oxfmt/package.json"));
  execFileSync(process.execPath, [path.join(oxfmt, "bin/oxfmt"), README]);
}
