import os from "node:os";
import { mib, ratio } from "./figures.ts";
import { rivalTable } from "./rival-table.ts";
import type { RivalFigures } from "./rivals/measure-rivals.ts";
import { LEGS, type Quality } from "./search/quality.ts";
import type { ThroughputStep } from "./throughput-steps.ts";
import type { CaseSummary, Comparison, Summary } from "./summary.ts";

const ms = (value: number): string => `${value.toFixed(2)} ms`;
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

function stepTable(steps: ThroughputStep[]): string {
  return table([
    ["Calls a second, SELECT 1", "Postern", "bare", "ratio"],
    ...steps.map(({ clients, callsPerSecond: { postern, bare }, ...step }) => [
      `${clients} ${clients === 1 ? "client" : "clients"}`,
      postern.toFixed(0),
      bare.toFixed(0),
      ratio(step.ratio),
    ]),
  ]);
}

function searchTable(search: readonly Quality[]): string {
  return table([
    ["Search, nDCG@10 of labelled queries", "queries", ...LEGS],
    ...search.map((one) => [one.kind, String(one.queries), ...LEGS.map((leg) => one[leg].toFixed(3))]),
  ]);
}

function rivalLines(rivals: RivalFigures[] | undefined): string[] {
  if (rivals === undefined) return [];
  return ["", "The same client, statements and database, each server as its users run it:", "", rivalTable(rivals)];
}

/** The figures for people. The ratios count; the milliseconds are this machine's. */
export function renderReport(summary: Summary, concurrency: number): string {
  const { bar, cases, guard, floorMs, seconds, memory, coldStart } = summary;
  const barred = cases.filter((one) => one.isBarred).map((one) => ratio(one.latencyMs.ratio));
  const guards = guard.map((one) => `${one.microseconds.toFixed(0)} µs for ${one.characters} characters`);
  return [
    `\nPostern against the bare driver running the same batch, both in workerd.`,
    `${seconds.toFixed(0)} s on ${os.availableParallelism()} cores, load average ${os.loadavg()[0]?.toFixed(1)}.\n`,
    latencyTable(cases),
    "",
    throughputTable(cases, concurrency),
    "",
    stepTable(summary.steps),
    "",
    answerTable(cases),
    "",
    searchTable(summary.search),
    "",
    `  Memory of workerd over ${memory.calls} calls: ${memory.resident.map(mib).join(", ")}`,
    `  Cold start to the first answer: ${ms(coldStart.milliseconds.postern)}, ` +
      `bare ${ms(coldStart.milliseconds.bare)}, ratio ${ratio(coldStart.ratio)}`,
    `  Bundle: ${kib(summary.bundleBytes)} gzip. Tools of a token for reading: ${summary.toolTokens} tokens`,
    `  Guard, per statement in workerd: ${guards.join(", ")}`,
    `  In each latency, workerd and the load generator by themselves: ${ms(floorMs)}`,
    "",
    `Bar: latency of SELECT 1 at most ${ratio(bar.latencyRatio)} times the bare driver's: ` +
      `${bar.isMet ? "met" : "NOT met"} (${barred.join(", ")})`,
    ...rivalLines(summary.rivals),
  ].join("\n");
}
