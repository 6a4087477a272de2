import type { SearchColumn, SearchTable } from "../catalog/search-table.ts";
import type { Metric, VectorLeg } from "../sql/search/recall-plan.ts";
import type { TextColumn } from "./text-columns.ts";

export interface VectorColumn {
  readonly name: string;
  readonly kind: VectorLeg["kind"];
  /** 0 when the column says nothing about it. */
  readonly dimensions: number;
  /** What its indexes measure by. */
  readonly indexed: readonly { readonly method: string; readonly metric: Metric }[];
}

const SUFFIX = /_?(embeddings?|vectors?|vecs?|emb)$/i;
const EMBEDDING = /embed|vector|(^|_)(emb|vec)($|_)/i;
const UNPAIRED_WEIGHT = 0.5;

/** The columns that hold vectors: pgvector's, else arrays of numbers whose name says so or that are the only ones. */
export function findVectors({ columns, indexes }: SearchTable): readonly VectorColumn[] {
  const arrays = columns.filter(({ kind }) => kind === "real[]" || kind === "float8[]");
  return columns.flatMap((column) => {
    const kind = kindOf(column, arrays.length === 1);
    if (kind === undefined) return [];
    const indexed = indexes.flatMap(({ method, operators, extension, column: name }) => {
      const metric = metricOf(operators, kind);
      return extension === "vector" && name === column.name && metric !== undefined ? [{ method, metric }] : [];
    });
    return [{ name: column.name, kind, dimensions: column.dimensions ?? 0, indexed }];
  });
}

function kindOf({ name, kind }: SearchColumn, isOnly: boolean): VectorLeg["kind"] | undefined {
  if (kind === "vector" || kind === "halfvec") return kind;
  return (kind === "real[]" || kind === "float8[]") && (isOnly || EMBEDDING.test(name)) ? kind : undefined;
}

function metricOf(operators: string, kind: string): Metric | undefined {
  const metrics: Readonly<Record<string, Metric>> = {
    [`${kind}_cosine_ops`]: "cosine",
    [`${kind}_l2_ops`]: "l2",
    [`${kind}_ip_ops`]: "inner_product",
  };
  return metrics[operators];
}

/** The text column that a vector column is named after. */
export function pairedText(vector: string, columns: readonly { readonly name: string }[]): string | undefined {
  const base = vector.replace(SUFFIX, "").toLowerCase();
  return base === "" ? undefined : columns.find(({ name }) => name.toLowerCase() === base)?.name;
}

/** How much each vector column counts, by the text it was made from; together they count 1. */
export function weighVectors(
  vectors: readonly { readonly column: string }[],
  texts: readonly TextColumn[],
): readonly number[] {
  const weights = vectors.map(({ column }) => {
    const paired = pairedText(column, texts);
    return texts.find(({ name }) => name === paired)?.weight ?? UNPAIRED_WEIGHT;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
