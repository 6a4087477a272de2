import type { Read } from "../catalog/read.ts";
import { composeRecall } from "../sql/search/compose-recall.ts";
import type { LegFacts } from "../sql/search/leg-text.ts";
import type { RecallPlan } from "../sql/search/recall-plan.ts";

export interface RecalledRow {
  readonly key: readonly string[];
  /** In the order of the plan's texts; undefined when they were more than one answer can hold. */
  readonly texts: readonly (string | null)[] | undefined;
}

export interface RecalledLeg {
  /** Keys of rows and what the leg says of them, best first. */
  readonly hits: readonly { readonly row: string; readonly score: number }[];
  readonly facts?: LegFacts;
}

export interface Recalled {
  readonly rows: ReadonlyMap<string, RecalledRow>;
  /** As in the plan: vectors, keywords, the fallback. */
  readonly legs: readonly RecalledLeg[];
}

interface Line {
  readonly leg: number;
  readonly place: number;
  readonly score: number;
  /** The key's parts; of place 0, what the leg tells of itself. */
  readonly key: unknown;
  readonly texts: unknown;
}

/** The rows that the plan finds, in one round trip. */
export async function recall(read: Read, plan: RecallPlan): Promise<Recalled> {
  const { statement, parameters } = await composeRecall(plan);
  const count = plan.vectors.length + plan.keywords.length + (plan.fallback === undefined ? 0 : 1);
  const { rows } = await read(statement, parameters, count * (plan.limit + 1) + plan.bounds.candidates);
  const lines = rows.map(
    ([leg, place, score, key, texts]): Line => ({
      leg: Number(leg),
      place: Number(place),
      score: Number(score),
      key,
      texts,
    }),
  );
  const found = lines.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
  return {
    rows: collectRows(found),
    legs: Array.from({ length: count }, (_, index) => {
      const own = found.filter(({ leg }) => leg === index + 1);
      const about = lines.find(({ leg, place }) => leg === index + 1 && place === 0);
      return {
        // A vector of zeros has no direction, so no distance either.
        hits: own.filter(({ score }) => Number.isFinite(score)).map(({ key, score }) => ({ row: rowKey(key), score })),
        ...(about === undefined ? {} : { facts: about.key as LegFacts }),
      };
    }),
  };
}

function collectRows(found: readonly Line[]): ReadonlyMap<string, RecalledRow> {
  const rows = new Map<string, RecalledRow>();
  for (const { key, texts } of found) {
    const known = rows.get(rowKey(key));
    if (known?.texts !== undefined) continue;
    rows.set(rowKey(key), {
      key: key as readonly string[],
      texts: texts === null ? undefined : (texts as readonly (string | null)[]),
    });
  }
  return rows;
}

const rowKey = (key: unknown): string => JSON.stringify(key);
