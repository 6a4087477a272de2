import type { Rankings } from "./quality.ts";
import { LABELLED_TABLE } from "./labelled-table.ts";

/** A call of similarity_search whose answer tells every document's place. */
export const searchCall = (query: string): object => ({
  name: "similarity_search",
  arguments: { table_name: LABELLED_TABLE, query_text: query, top_n: 100, output_format: "ids_only" },
});

/** What the answer tells of one row, best first. */
export interface SearchHit {
  readonly id: { readonly id: number };
  readonly scores: Readonly<Record<"vector" | "keyword", readonly { readonly rank: number }[]>>;
}

function rankBy(hits: readonly SearchHit[], leg: "vector" | "keyword"): readonly number[] {
  return hits
    .filter(({ scores }) => scores[leg].length > 0)
    .map(({ id, scores }) => ({ id: id.id, rank: Math.min(...scores[leg].map(({ rank }) => rank)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

/** The order of the rows as it was answered, and as each leg alone has it. */
export function rankingsOf(hits: readonly SearchHit[]): Rankings {
  return {
    vector: rankBy(hits, "vector"),
    keyword: rankBy(hits, "keyword"),
    hybrid: hits.map(({ id }) => id.id),
  };
}
