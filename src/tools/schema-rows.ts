import type { Relation, RelationColumn } from "../catalog/schema.ts";
import type { JsonValue } from "../db/row-set.ts";
import type { Table } from "./cell-text.ts";

/** What is false, unknown or missing is empty, which costs a model the least. */
type Field<T> = readonly [name: string, value: (of: T) => JsonValue];

/** What is told of a relation and is the same for all its columns. */
const relationFields: readonly Field<Relation>[] = [
  ["schema", ({ schema }) => schema],
  ["table", ({ name }) => name],
  ["type", ({ type }) => type],
  ["table_desc", ({ comment }) => comment ?? ""],
];

const relationExtras: readonly Field<Relation>[] = [
  ["row_estimate", ({ rowEstimate }) => rowEstimate ?? ""],
  ["partitions", ({ partitions }) => partitions ?? ""],
];

const columnFields: readonly Field<RelationColumn>[] = [
  ["column", ({ name }) => name],
  ["data_type", ({ type }) => type],
  ["nullable", ({ nullable }) => (nullable ? "YES" : "NO")],
  ["col_desc", ({ comment }) => comment ?? ""],
  ["is_pk", ({ isPrimaryKey }) => isPrimaryKey ?? ""],
  ["is_unique", ({ isUnique }) => isUnique ?? ""],
  ["fk_ref", ({ references = [] }) => references.join(", ")],
  ["is_indexed", ({ isIndexed }) => isIndexed ?? ""],
  ["identity", ({ identity }) => (identity === undefined ? "" : identity === "always" ? "a" : "d")],
  ["default", (column) => column.default ?? ""],
  ["is_vector", ({ vectorDimensions }) => (vectorDimensions === undefined ? "" : true)],
  ["vector_dims", ({ vectorDimensions }) => vectorDimensions ?? 0],
];

const columnExtras: readonly Field<RelationColumn>[] = [
  ["generated", ({ generated }) => generated ?? ""],
  ["enum_values", ({ enumValues }) => enumValues ?? ""],
];

/** Columns that tell nothing new in a relation's second row. */
export const perRelation: ReadonlySet<string> = new Set(
  [...relationFields.slice(3), ...relationExtras].map(([name]) => name),
);

const valuesOf = <T>(fields: readonly Field<T>[], of: T): readonly JsonValue[] => fields.map(([, value]) => value(of));
const named = (fields: readonly Field<never>[]): Table["columns"] => fields.map(([name]) => ({ name, type: "text" }));

/** One row for each relation. */
export function relationRows(relations: readonly Relation[]): Table {
  const fields = [...relationFields, ...relationExtras];
  return { columns: named(fields), rows: relations.map((relation) => valuesOf(fields, relation)) };
}

/** One row for each column, in the seeds' order; a relation without columns has one row as well. */
export function columnRows(relations: readonly Relation[]): Table {
  const columns = named([...relationFields, ...columnFields, ...relationExtras, ...columnExtras]);
  const blank = (fields: readonly Field<never>[]): readonly JsonValue[] => fields.map(() => "");
  const rows = relations.flatMap((relation) => {
    const [first, last] = [valuesOf(relationFields, relation), valuesOf(relationExtras, relation)];
    if (relation.columns === undefined || relation.columns.length === 0) {
      return [[...first, ...blank(columnFields), ...last, ...blank(columnExtras)]];
    }
    return relation.columns.map((column) => [
      ...first,
      ...valuesOf(columnFields, column),
      ...last,
      ...valuesOf(columnExtras, column),
    ]);
  });
  return { columns, rows };
}
