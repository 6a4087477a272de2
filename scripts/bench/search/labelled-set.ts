import documents from "./labelled-documents.json" with { type: "json" };
import queries from "./labelled-queries.json" with { type: "json" };

export interface LabelledDocument {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

export interface LabelledQuery {
  /** What makes it hard: exact, code, name, inflection, misspelt or paraphrase. */
  readonly kind: string;
  readonly query: string;
  /** The grade of each document that is of use: 2 answers the query, 1 is about it. */
  readonly grades: ReadonlyMap<number, number>;
}

/** Short texts of the sample shop's world, written for this. */
export const LABELLED_DOCUMENTS: readonly LabelledDocument[] = documents;

export const LABELLED_QUERIES: readonly LabelledQuery[] = queries.map(({ kind, query, relevant }) => {
  const grades = Object.entries<number | undefined>(relevant).map(([id, grade]) => [Number(id), grade ?? 0] as const);
  return { kind, query, grades: new Map(grades) };
});
