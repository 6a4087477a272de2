import type { SearchTable } from "../catalog/search-table.ts";
import type { GuardPolicy } from "../sql/policy.ts";
import type { Metric, RecallBounds, RecallPlan, RowKey } from "../sql/search/recall-plan.ts";
import { planFallback, planKeywords } from "./plan-keywords.ts";
import { planVectors, type QueryVector } from "./plan-vectors.ts";
import type { TextColumn } from "./text-columns.ts";

const bounds: RecallBounds = {
  candidates: 5_000,
  candidateBytes: 8_000_000,
  fallbackBytes: 1_000_000,
  searchedCharacters: 100_000,
  textCharacters: 40_000,
  textBytes: 3_000_000,
};
const LEAST_RECALL = 50;
/** Rows of a leg for each row that is wanted: what one leg puts low, another may put high. */
const RECALL_FACTOR = 4;

export interface SearchQuestion {
  readonly query: string;
  readonly topN: number;
  readonly metric?: Metric;
  /** Undefined when the table has no vectors, or the query could not be made one. */
  readonly vector?: QueryVector;
}

export interface PlannedRecall {
  readonly plan: RecallPlan;
  readonly notes: readonly string[];
}

export async function planRecall(
  table: SearchTable,
  texts: readonly TextColumn[],
  { query, topN, metric, vector }: SearchQuestion,
  policy: GuardPolicy,
): Promise<PlannedRecall> {
  const { legs: vectors, notes } = vector === undefined ? { legs: [], notes: [] } : planVectors(table, vector, metric);
  const keywords = await planKeywords(table, texts, query, policy);
  const fallback = keywords.length === 0 ? undefined : planFallback(table, texts, query);
  const plan = {
    schema: table.schema,
    table: table.name,
    key: keyOf(table),
    texts: texts.map(({ name }) => name),
    titles: texts.filter(({ role }) => role === "title").length,
    query,
    limit: Math.max(LEAST_RECALL, RECALL_FACTOR * topN),
    vectors,
    keywords,
    ...(fallback === undefined ? {} : { fallback }),
    bounds,
  };
  return { plan, notes };
}

function keyOf({ key, hasPlaces, columns }: SearchTable): RowKey {
  if (key !== undefined) return { kind: "columns", columns: key };
  return hasPlaces ? { kind: "place" } : { kind: "hash", columns: columns.map(({ name }) => name) };
}
