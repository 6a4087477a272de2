import { LABELLED_QUERIES, type LabelledQuery } from "./labelled-set.ts";
import { ndcgAt } from "./ndcg.ts";

/** The ways of ranking that are compared. */
export const LEGS = ["vector", "keyword", "hybrid"] as const;
type Leg = (typeof LEGS)[number];

/** The documents that each way finds for a query, best first. */
export type Rankings = Readonly<Record<Leg, readonly number[]>>;

export interface Quality extends Readonly<Record<Leg, number>> {
  /** The kind of query, or "all". */
  readonly kind: string;
  readonly queries: number;
}

const CUTOFF = 10;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean nDCG@10 of each way of ranking over the labelled queries: over all of them first, then over each kind. */
export async function measureQuality(rank: (query: string) => Promise<Rankings>): Promise<readonly Quality[]> {
  const judged: { readonly query: LabelledQuery; readonly rankings: Rankings }[] = [];
  for (const query of LABELLED_QUERIES) judged.push({ query, rankings: await rank(query.query) });
  const kinds = new Set(LABELLED_QUERIES.map(({ kind }) => kind));
  return ["all", ...kinds].map((kind) => {
    const some = judged.filter(({ query }) => kind === "all" || query.kind === kind);
    const meanOf = (leg: Leg): number =>
      mean(some.map(({ query, rankings }) => ndcgAt(CUTOFF, rankings[leg], query.grades)));
    return {
      kind,
      queries: some.length,
      vector: meanOf("vector"),
      keyword: meanOf("keyword"),
      hybrid: meanOf("hybrid"),
    };
  });
}
