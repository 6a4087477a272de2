import type { IndexExpression } from "./index-expression.ts";

export const metrics = ["cosine", "l2", "inner_product"] as const;
export type Metric = (typeof metrics)[number];

/** What tells the rows of a table apart. */
export type RowKey =
  | { readonly kind: "columns"; readonly columns: readonly string[] }
  /** Where the row is stored: its table, for partitions and children, and its ctid. */
  | { readonly kind: "place" }
  /** A hash of the row's values, these columns' */
  | { readonly kind: "hash"; readonly columns: readonly string[] };

/** The rows nearest to a vector. */
export interface VectorLeg {
  readonly column: string;
  readonly kind: "vector" | "halfvec" | "real[]" | "float8[]";
  /** Where pgvector is installed; empty for arrays. */
  readonly extensionSchema: string;
  readonly metric: Metric;
  readonly vector: readonly number[];
  /** Whether the column may hold vectors of other lengths, which are left out. */
  readonly isMixed: boolean;
  /** Only this many rows are compared; all of them, or those that an index finds, when left out. */
  readonly maxRows?: number;
}

/** The rows with the most telling words. */
export type KeywordLeg =
  /** By an index of pg_textsearch on a column. */
  | {
      readonly kind: "bm25";
      readonly column: string;
      readonly extensionSchema: string;
      readonly index: { readonly schema: string; readonly name: string };
    }
  /** By a tsvector that is stored or indexed. */
  | {
      readonly kind: "tsvector";
      readonly document: { readonly column: string } | IndexExpression;
      /** The text search configurations that read the query. */
      readonly configs: readonly string[];
      /** Of the rows with a word, only this many are ranked. */
      readonly maxMatches: number;
      readonly maxRows?: number;
    }
  /** By tsvectors made of the text columns of a bounded set of rows. */
  | { readonly kind: "computed"; readonly configs: readonly string[] };

/** What to do when the words are in no row: they may be misspelt, or too common for a text search configuration. */
export type FallbackLeg =
  /** By the likeness of words, with pg_trgm; by its index on a column if there is one, else a bounded set of rows. */
  | {
      readonly kind: "trigram";
      readonly extensionSchema: string;
      readonly words: readonly string[];
      readonly indexedColumn?: string;
      readonly maxMatches: number;
    }
  /** A bounded set of rows, unranked. */
  | { readonly kind: "scan" };

/** The rows to rank, from one table, by one statement. */
export interface RecallPlan {
  readonly schema: string;
  readonly table: string;
  readonly key: RowKey;
  /** The columns whose texts are returned; the first `titles` of them are short and say what a row is about. */
  readonly texts: readonly string[];
  readonly titles: number;
  readonly query: string;
  /** Rows of each leg. */
  readonly limit: number;
  readonly vectors: readonly VectorLeg[];
  readonly keywords: readonly KeywordLeg[];
  readonly fallback?: FallbackLeg;
  readonly bounds: RecallBounds;
}

export interface RecallBounds {
  /** Rows of the bounded set, and bytes of their texts. */
  readonly candidates: number;
  readonly candidateBytes: number;
  /** Bytes of it that the fallback reads. */
  readonly fallbackBytes: number;
  /** Characters of one text that are searched where it is not indexed. */
  readonly searchedCharacters: number;
  /** Characters of one text, and bytes of all, that are returned. */
  readonly textCharacters: number;
  readonly textBytes: number;
}
