import type { RecallPlan } from "../sql/search/recall-plan.ts";
import { scoreBm25 } from "./bm25.ts";
import { fuseRanks } from "./fuse-ranks.ts";
import type { Recalled, RecalledLeg } from "./recall.ts";
import type { TextColumn } from "./text-columns.ts";
import { termsOf } from "./terms.ts";
import { weighVectors } from "./vector-columns.ts";

/** What one leg says of a row. */
export interface LegPlace {
  /** The leg's index. */
  readonly leg: number;
  /** From 1. */
  readonly rank: number;
  readonly score: number;
}

export interface RankedRow {
  readonly row: string;
  /** Its score by reciprocal rank fusion. */
  readonly fused: number;
  readonly places: readonly LegPlace[];
  /** Whether a vector found it, so that none of its words need be the query's. */
  readonly isNear: boolean;
}

export interface RankedRows {
  /** Best first. */
  readonly rows: readonly RankedRow[];
  /** How many rows each leg found. */
  readonly found: readonly number[];
}

/** Fuses the legs: all vectors together count as much as all keywords together. */
export function rankRows(recalled: Recalled, plan: RecallPlan, texts: readonly TextColumn[]): RankedRows {
  const legs = recalled.legs.map((leg, index) => (isScan(plan, index) ? scoreScan(leg, recalled, plan) : leg.hits));
  const weights = [
    ...weighVectors(plan.vectors, texts),
    ...plan.keywords.map(() => 1 / plan.keywords.length),
    ...(plan.fallback === undefined ? [] : [1]),
  ];
  const fused = fuseRanks(
    legs.map((hits, index) => ({ keys: hits.map(({ row }) => row), weight: weights[index] ?? 1 })),
  );
  const places = new Map<string, LegPlace[]>();
  for (const [leg, hits] of legs.entries()) {
    for (const [index, { row, score }] of hits.entries()) {
      places.set(row, [...(places.get(row) ?? []), { leg, rank: index + 1, score }]);
    }
  }
  return {
    rows: [...fused].map(([row, score]) => {
      const found = places.get(row) ?? [];
      return { row, fused: score, places: found, isNear: found.some(({ leg }) => leg < plan.vectors.length) };
    }),
    found: legs.map((hits) => hits.length),
  };
}

function isScan({ vectors, keywords, fallback }: RecallPlan, leg: number): boolean {
  return fallback?.kind === "scan" && leg === vectors.length + keywords.length;
}

/** Ranks rows that the database gave unranked. */
function scoreScan({ hits }: RecalledLeg, { rows }: Recalled, { query, limit }: RecallPlan): RecalledLeg["hits"] {
  const documents = hits.map(({ row }) =>
    termsOf((rows.get(row)?.texts ?? []).filter((text) => text !== null).join(" ")),
  );
  const scores = scoreBm25(termsOf(query), documents);
  return hits
    .map(({ row }, index) => ({ row, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}
