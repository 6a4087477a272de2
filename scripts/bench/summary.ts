import type { ColdStart } from "./cold-start.ts";
import type { GuardCost } from "./guard-cost.ts";
import type { MemoryRun } from "./memory-run.ts";
import type { RivalFigures } from "./rivals/measure-rivals.ts";
import type { Quality } from "./search/quality.ts";
import type { ThroughputStep } from "./throughput-steps.ts";
import { type Measured, median, type Pair, quantile } from "./measure.ts";

/** Design §5: what a call may cost against the bare driver doing the same. */
const LATENCY_BAR = 1.5;

export interface CaseFacts {
  name: string;
  isBarred: boolean;
  roundTrips: number;
  rows: number;
  rowsAsked: number;
  answerBytes: Pair<number>;
}

export interface CaseResult {
  facts: CaseFacts;
  measured: Measured;
}

/** What is shown as it was measured. */
interface PlainFigures {
  /** Over all labelled queries first, then over each kind. */
  search: readonly Quality[];
  guard: GuardCost[];
  steps: ThroughputStep[];
  memory: MemoryRun;
  coldStart: ColdStart;
  /** Of the Worker as it would be uploaded, compressed. */
  bundleBytes: number;
  /** Of the list of tools that a token for reading gets. */
  toolTokens: number;
  /** Undefined when they were left out. */
  rivals: RivalFigures[] | undefined;
}

export interface BenchResult extends PlainFigures {
  cases: CaseResult[];
  /** Milliseconds of each request that workerd answered without the database. */
  floor: number[];
  seconds: number;
}

export interface Comparison {
  ratio: number;
  /** Where the middle half of the rounds lies: the wider, the busier the machine was. */
  middleHalf: [number, number];
}

export interface CaseSummary extends CaseFacts {
  latencyMs: Comparison & Pair<{ median: number; p95: number }>;
  callsPerSecond: Comparison & Pair<number>;
}

export interface Summary extends PlainFigures {
  bar: { latencyRatio: number; isMet: boolean };
  cases: CaseSummary[];
  floorMs: number;
  seconds: number;
}

const middleHalf = (values: number[]): [number, number] => [quantile(values, 0.25), quantile(values, 0.75)];
const spread = (times: number[]) => ({ median: median(times), p95: quantile(times, 0.95) });

function summarizeCase({ facts, measured }: CaseResult): CaseSummary {
  const { latency, latencyRatios, throughput, throughputRatios } = measured;
  return {
    ...facts,
    latencyMs: {
      postern: spread(latency.postern),
      bare: spread(latency.bare),
      ratio: median(latency.postern) / median(latency.bare),
      middleHalf: middleHalf(latencyRatios),
    },
    callsPerSecond: {
      postern: median(throughput.postern),
      bare: median(throughput.bare),
      ratio: median(throughputRatios),
      middleHalf: middleHalf(throughputRatios),
    },
  };
}

export function summarize({ cases, floor, ...plain }: BenchResult): Summary {
  const summaries = cases.map(summarizeCase);
  const isMet = summaries.every(({ isBarred, latencyMs }) => !isBarred || latencyMs.ratio <= LATENCY_BAR);
  return { ...plain, bar: { latencyRatio: LATENCY_BAR, isMet }, cases: summaries, floorMs: median(floor) };
}
