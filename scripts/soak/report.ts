import { median } from "../bench/measure.ts";
import type { Tally } from "./tally.ts";

export interface SoakRun {
  tally: Tally;
  faults: number;
  /** Of workerd, in bytes, second by second. */
  resident: number[];
  leftovers: { statements: number; connections: number };
}

/** By how much the memory of the last quarter may exceed that of the second: the first fills the heap. */
const MAX_GROWTH = 1.25;

const quarter = (values: number[], which: number): number[] =>
  values.slice(Math.floor((values.length * which) / 4), Math.floor((values.length * (which + 1)) / 4));

const growthOf = (resident: number[]): number => median(quarter(resident, 3)) / median(quarter(resident, 1));

/** Everything that must not be; empty when the run was good. */
export function judgeRun({ tally, resident, leftovers }: SoakRun): string[] {
  const unexpected = [...tally.unexpected.values()].reduce((sum, some) => sum + some, 0);
  return [
    ...(tally.right === 0 ? ["nothing was answered"] : []),
    ...(tally.wrong === 0 ? [] : [`${String(tally.wrong)} wrong answers`]),
    ...(unexpected === 0 ? [] : [`${String(unexpected)} errors while nothing was broken`]),
    ...(leftovers.statements === 0 ? [] : [`${String(leftovers.statements)} statements still running`]),
    ...(leftovers.connections === 0 ? [] : [`${String(leftovers.connections)} connections still open`]),
    ...(growthOf(resident) <= MAX_GROWTH ? [] : [`memory grew ${growthOf(resident).toFixed(2)} times`]),
  ];
}

const counts = (found: Map<string, number>): string =>
  [...found].map(([code, times]) => `${code} ${String(times)}`).join(", ") || "none";
const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

export function renderRun(run: SoakRun, failures: string[]): string {
  const { tally, faults, resident } = run;
  const quarters = [0, 1, 2, 3].map((which) => mib(median(quarter(resident, which))));
  return [
    `\n${String(tally.calls)} calls, ${String(tally.right)} answered right, ${String(faults)} faults injected`,
    `  Clear errors during faults: ${counts(tally.failed)}`,
    `  Errors while nothing was broken: ${counts(tally.unexpected)}`,
    `  Wrong answers: ${String(tally.wrong)}`,
    ...tally.reasons.map((reason) => `    ${reason}`),
    `  Memory of workerd, by quarters of the run: ${quarters.join(", ")}`,
    `  Left over: ${String(run.leftovers.statements)} statements, ${String(run.leftovers.connections)} connections`,
    failures.length === 0 ? "\nGood." : `\nNot good: ${failures.join("; ")}.`,
  ].join("\n");
}
