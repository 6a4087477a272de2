import type { Relation, SchemaAnswer } from "../catalog/schema.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import type { Table } from "./cell-text.ts";
import { fence } from "./fence.ts";
import { fitDocument } from "./fit-document.ts";
import { fitRows } from "./fit-rows.ts";
import { leanTable } from "./lean-table.ts";
import { columnRows, perRelation, relationRows } from "./schema-rows.ts";
import { toTsv } from "./tsv.ts";

export interface DescribedSchema {
  readonly text: string;
  /** What the text tells of, for the structure. */
  readonly relations: readonly Relation[];
  readonly truncated: boolean;
}

const staying: ReadonlySet<string> = new Set(["table", "column", "data_type", "nullable"]);

/** The relations as a table that fits the tenant's limits: a row for each column, or for each relation. */
export function describeSchema(answer: SchemaAnswer, policy: TenantPolicy, withColumns: boolean): DescribedSchema {
  const all = answer.found.map(({ relation }) => relation);
  // Columns are read until their budget is used up; a relation behind that would look as if it had none.
  const end = withColumns ? all.findIndex(({ columns }) => columns === undefined) : -1;
  const known = (end === -1 ? all : all.slice(0, end)).map(
    // Only the first can be too large, and is then alone.
    (relation) => fitDocument(relation, policy.maxBytes).document as Relation,
  );
  const { table, notes } = leanTable(withColumns ? columnRows(known) : relationRows(known), staying);
  const fitted = fitRows(withoutRepeats(table), policy);
  const relations = withColumns ? wholeRelations(known, fitted.rows.length) : known.slice(0, fitted.rows.length);
  const rows = fitted.rows.slice(0, withColumns ? columnRows(relations).rows.length : relations.length);
  const columns = columnCount(relations);
  const truncated = relations.length < answer.total || columns < columnCount(all.slice(0, relations.length));
  const counts = `${sizeOf(relations.length, "table")}${withColumns ? `, ${sizeOf(columns, "column")}` : ""}`;
  const lines = [toTsv({ columns: table.columns, rows }), ...repeatNote(table), ...notes];
  return {
    text: `${counts}${truncated ? remainderOf(answer) : ""}\n${fence(lines.join("\n"))}`,
    relations,
    truncated,
  };
}

/** Those whose rows are all among the first `count`; of a first one that is too long, the columns that are. */
function wholeRelations(relations: readonly Relation[], count: number): readonly Relation[] {
  let left = count;
  const whole = relations.filter(({ columns = [] }) => (left -= Math.max(1, columns.length)) >= 0);
  const [first] = relations;
  if (whole.length > 0 || first === undefined) return whole;
  return [{ ...first, columns: first.columns?.slice(0, count) ?? [] }];
}

/** Tells once for each relation what belongs to the relation. */
function withoutRepeats({ columns, rows }: Table): Table {
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const names = [at("schema"), at("table")];
  const isRepeat = (row: number): boolean =>
    row > 0 && names.every((index) => rows[row]?.[index] === rows[row - 1]?.[index]);
  const isPerRelation = columns.map(({ name }) => perRelation.has(name));
  return {
    columns,
    rows: rows.map((row, index) =>
      isRepeat(index) ? row.map((value, column) => (isPerRelation[column] === true ? "" : value)) : row,
    ),
  };
}

function repeatNote({ columns }: Table): readonly string[] {
  const names = columns.map(({ name }) => name).filter((name) => perRelation.has(name));
  if (names.length === 0 || !columns.some(({ name }) => name === "column")) return [];
  return [`Only in the first row of each table: ${names.join(", ")}`];
}

function remainderOf({ total }: SchemaAnswer): string {
  return total === 1
    ? "; not all of its columns fit: read the table's resource for the others"
    : ` of ${String(total)} tables, more available: narrow with schema_name and table_name, or set compact`;
}

function columnCount(relations: readonly Relation[]): number {
  return relations.reduce((sum, { columns = [] }) => sum + columns.length, 0);
}

function sizeOf(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? "" : "s"}`;
}
