import type { SearchTable } from "../catalog/search-table.ts";
import type { LegFacts } from "../sql/search/leg-text.ts";
import type { KeywordLeg, Metric, RecallPlan, VectorLeg } from "../sql/search/recall-plan.ts";
import type { Recalled } from "./recall.ts";
import { findVectors } from "./vector-columns.ts";

/** One way in which rows were looked for. */
export interface SearchLeg {
  readonly kind: "vector" | "keyword";
  /** The column it searched; undefined for several at once. */
  readonly column?: string;
  readonly method: string;
  readonly metric?: Metric;
  /** Rows it found. */
  readonly candidates: number;
  /** Present when it did not look at every row that it could have. */
  readonly bounded?: { readonly looked: number; readonly of?: number };
}

/** The legs of the plan, in its order; a fallback that was not needed is left out. */
export function describeLegs(
  plan: RecallPlan,
  table: SearchTable,
  { legs }: Recalled,
  found: readonly number[],
): readonly SearchLeg[] {
  const named = [
    ...plan.vectors.map((leg) => ({
      kind: "vector" as const,
      column: leg.column,
      method: vectorMethod(leg, table),
      metric: leg.metric,
    })),
    ...plan.keywords.map((leg) => ({ kind: "keyword" as const, ...keywordMethod(leg) })),
    ...(plan.fallback === undefined
      ? []
      : [{ kind: "keyword" as const, method: plan.fallback.kind === "trigram" ? "trigram" : "bm25" }]),
  ];
  const isNeeded = plan.keywords.every((_, index) => found[plan.vectors.length + index] === 0);
  return named.slice(0, isNeeded ? undefined : plan.vectors.length + plan.keywords.length).map((leg, index) => {
    const bounded = boundOf(legs[index]?.facts, leg.method, table);
    return Object.assign(leg, { candidates: found[index] ?? 0 }, bounded === undefined ? {} : { bounded });
  });
}

function boundOf(facts: LegFacts | undefined, method: string, { rowEstimate }: SearchTable): SearchLeg["bounded"] {
  if (facts?.more !== true) return undefined;
  const { looked } = facts;
  // Of rows that match, nobody knows how many there are.
  const isKnown = rowEstimate !== undefined && rowEstimate > looked && !method.startsWith("tsvector ");
  return { looked, ...(isKnown ? { of: rowEstimate } : {}) };
}

function vectorMethod({ column, kind, metric, maxRows }: VectorLeg, table: SearchTable): string {
  if (kind === "real[]" || kind === "float8[]") return "array comparison";
  if (maxRows !== undefined) return "exact comparison";
  const { indexed = [] } = findVectors(table).find(({ name }) => name === column) ?? {};
  return `${indexed.find((index) => index.metric === metric)?.method ?? ""} index`;
}

function keywordMethod(leg: KeywordLeg): { readonly column?: string; readonly method: string } {
  if (leg.kind === "bm25") return { column: leg.column, method: "bm25 index" };
  if (leg.kind === "computed") return { method: "tsvector" };
  if (!("column" in leg.document)) return { method: "tsvector index" };
  return { column: leg.document.column, method: leg.maxRows === undefined ? "tsvector column" : "unindexed tsvector" };
}
