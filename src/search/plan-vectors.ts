import type { SearchTable } from "../catalog/search-table.ts";
import type { Metric, VectorLeg } from "../sql/search/recall-plan.ts";
import { findVectors, type VectorColumn } from "./vector-columns.ts";

/** The query as a vector, and whose it is. */
export interface QueryVector {
  readonly vector: readonly number[];
  readonly provider: string;
  readonly model: string;
}

export interface PlannedVectors {
  readonly legs: readonly VectorLeg[];
  readonly notes: readonly string[];
}

const MAX_LEGS = 2;
const MAX_COMPARED_ROWS = 200_000;
const MAX_ARRAY_ROWS = 5_000;
/** Comparing arrays takes about a microsecond for each number. */
const MAX_ARRAY_NUMBERS = 2_000_000;

/** How each vector column is searched; those with other dimensions than the query's vector are told of instead. */
export function planVectors(table: SearchTable, query: QueryVector, asked: Metric | undefined): PlannedVectors {
  const length = query.vector.length;
  const columns = findVectors(table);
  const fitting = columns.filter(({ dimensions }) => dimensions === 0 || dimensions === length);
  const unfit = columns.filter((column) => !fitting.includes(column));
  const used = fitting
    .toSorted((a, b) => Number(b.indexed.length > 0) - Number(a.indexed.length > 0))
    .slice(0, MAX_LEGS);
  const notes = [
    ...unfit.map(
      ({ name, dimensions }) =>
        `${name} has ${String(dimensions)} dimensions, the vectors of ${query.provider} ${query.model} have ${String(length)}: not searched. The operator can choose the provider and model that ${name} was filled with.`,
    ),
    ...fitting
      .filter((column) => !used.includes(column))
      .map(({ name }) => `${name} was left out: two vector columns are searched at most.`),
    ...used.flatMap((column) => noteOnIndex(column, table, asked)),
  ];
  return { legs: used.map((column) => planVector(column, table, query, asked)), notes };
}

function planVector(
  column: VectorColumn,
  table: SearchTable,
  { vector }: QueryVector,
  asked: Metric | undefined,
): VectorLeg {
  const metric = asked ?? column.indexed[0]?.metric ?? "cosine";
  const isArray = column.kind === "real[]" || column.kind === "float8[]";
  const isIndexed = column.indexed.some((index) => index.metric === metric);
  const mostArrays = Math.max(200, Math.min(MAX_ARRAY_ROWS, Math.floor(MAX_ARRAY_NUMBERS / vector.length)));
  return {
    column: column.name,
    kind: column.kind,
    extensionSchema: isArray ? "" : (table.extensions?.["vector"] ?? ""),
    metric,
    vector,
    isMixed: column.dimensions === 0,
    ...(isIndexed ? {} : { maxRows: isArray ? mostArrays : MAX_COMPARED_ROWS }),
  };
}

function noteOnIndex(
  { name, indexed }: VectorColumn,
  { rowEstimate = 0 }: SearchTable,
  asked: Metric | undefined,
): readonly string[] {
  const [index] = indexed;
  if (asked === undefined || index === undefined || rowEstimate < 10_000) return [];
  if (indexed.some(({ metric }) => metric === asked)) return [];
  return [`The index on ${name} serves distance_metric ${index.metric}, so ${asked} compares row by row.`];
}
