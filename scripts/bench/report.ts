import os from "node:os";
import type { CaseSummary, Comparison, Summary } from "./summary.ts";

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const ratio = (value: number): string => value.toFixed(2);
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
const compared = (one: Comparison): string[] => [ratio(one.ratio), one.middleHalf.map(ratio).join(" to ")];

/** The first column to the left, figures to the right. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(pad).join("  ")}`).join("\n");
}

function latencyTable(cases: CaseSummary[]): string {
  return table([
    ["Latency, one at a time", "Postern", "p95", "bare", "p95", "ratio", "middle half"],
    ...cases.map(({ name, latencyMs: { postern, bare, ...comparison } }) => [
      name,
      ms(postern.median),
      ms(postern.p95),
      ms(bare.median),
      ms(bare.p95),
      ...compared(comparison),
    ]),
  ]);
}

function throughputTable(cases: CaseSummary[], concurrency: number): string {
  return table([
    [`Calls a second, ${concurrency} at a time`, "Postern", "bare", "ratio", "middle half"],
    ...cases.map(({ name, callsPerSecond: { postern, bare, ...comparison } }) => [
      name,
      postern.toFixed(0),
      bare.toFixed(0),
      ...compared(comparison),
    ]),
  ]);
}

function answerTable(cases: CaseSummary[]): string {
  return table([
    ["Answers", "rows", "asked for", "round trips", "Postern", "bare"],
    ...cases.map(({ name, rows, rowsAsked, roundTrips, answerBytes }) => [
      name,
      String(rows),
      String(rowsAsked),
      String(roundTrips),
      kib(answerBytes.postern),
      kib(answerBytes.bare),
    ]),
  ]);
}

/** The figures for people. The ratios count; the milliseconds are this machine's. */
export function renderReport({ bar, cases, guard, floorMs, seconds }: Summary, concurrency: number): string {
  const barred = cases.filter((one) => one.isBarred).map((one) => ratio(one.latencyMs.ratio));
  const guards = guard.map((one) => `${one.microseconds.toFixed(0)} µs for ${one.characters} characters`);
  return [
    `\nPostern against the bare driver running the same batch, both in workerd.`,
    `${seconds.toFixed(0)} s on ${os.availableParallelism()} cores, load average ${os.loadavg()[0]?.toFixed(1)}.\n`,
    latencyTable(cases),
    "",
    throughputTable(cases, concurrency),
    "",
    answerTable(cases),
    "",
    `  Guard, per statement in workerd: ${guards.join(", ")}`,
    `  In each latency, workerd and the load generator by themselves: ${ms(floorMs)}`,
    "",
    `Bar: latency of SELECT 1 at most ${ratio(bar.latencyRatio)} times the bare driver's: ` +
      `${bar.isMet ? "met" : "NOT met"} (${barred.join(", ")})`,
  ].join("\n");
}
