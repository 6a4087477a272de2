import { mib, ratio } from "./figures.ts";
import { markdownTable } from "./markdown-table.ts";
import { LEGS } from "./search/quality.ts";
import type { Summary } from "./summary.ts";

/** What the design asks of a figure, where it asks anything. */
type Row = readonly [what: string, measured: string, asked: string];

/** Postern by itself and against the bare driver, for people who read no bench. */
export function ownTable(summary: Summary): string {
  const { bar, bundleBytes, cases, coldStart, guard, memory, search, steps, toolTokens } = summary;
  const [all] = search;
  const rows: readonly Row[] = [
    ...cases.map(({ name, isBarred, latencyMs }): Row => {
      const [low, high] = latencyMs.middleHalf.map(ratio);
      const asked = isBarred ? `at most ${ratio(bar.latencyRatio)}` : "";
      return [`Latency, ${name}`, `${ratio(latencyMs.ratio)} (middle half ${low ?? ""} to ${high ?? ""})`, asked];
    }),
    ...steps.map(({ clients, ...step }): Row => [`Calls a second, ${clients} at a time`, ratio(step.ratio), ""]),
    ["Cold start to the first answer", ratio(coldStart.ratio), ""],
    ["Round trips to the database for `query`", String(Math.max(...cases.map((one) => one.roundTrips))), "1"],
    [
      `Memory of workerd at the end of ${memory.calls} calls`,
      mib(memory.resident.at(-1) ?? 0),
      `${mib(memory.resident.at(0) ?? 0)} after a tenth`,
    ],
    ["Bundle, compressed", `${(bundleBytes / 1024).toFixed(0)} KiB`, "at most 700 KiB"],
    ["Tools of a token for reading", `${toolTokens} tokens`, "at most 2000"],
    ...guard.map(
      ({ characters, microseconds }): Row => [`Guard, ${characters} characters`, `${microseconds.toFixed(0)} µs`, ""],
    ),
    ...LEGS.map(
      (leg): Row => [
        `Search by ${leg}, nDCG@10`,
        (all?.[leg] ?? 0).toFixed(3),
        leg === "hybrid" ? "as good as either" : "",
      ],
    ),
  ];
  return markdownTable(["What", "Measured", "Asked"], rows);
}
