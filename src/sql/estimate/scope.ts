import type { TreeNode } from "../parse-tree.ts";
import { combine, type Extent, merge, tableColumn } from "./values/extent.ts";

/** The columns of a table, subquery or function in FROM. */
export interface Columns {
  readonly named: ReadonlyMap<string, Extent>;
  /** Stands for every column without a name here; a table has only such. */
  readonly rest: Extent;
  /** All columns in their order, when no column of a table is among them. */
  readonly list: readonly Extent[] | undefined;
}

export interface FromItem {
  readonly name: string;
  readonly columns: Columns;
}

/** A WITH query, measured when it is first used: under RECURSIVE they may refer forward. */
export interface WithQuery {
  readonly node: TreeNode;
  readonly scope: Scope;
  columns: Columns;
  /** Nodes of the whole query; undefined until it is measured. */
  total: number | undefined;
  measuring: boolean;
  refersToItself: boolean;
}

// What can be called on a row in attribute notation and returns all of it.
const ROW_FUNCTIONS = new Set(
  "row_to_json to_json to_jsonb json_build_array jsonb_build_array concat quote_literal quote_nullable record_out".split(
    " ",
  ),
);

export const tableColumns: Columns = { named: new Map(), rest: tableColumn, list: undefined };

/** What names mean at a place of the query. */
export class Scope {
  readonly items: FromItem[] = [];
  /** Under a FULL JOIN an unqualified column is computed from both sides. */
  joinsFully = false;
  readonly outer: Scope | undefined;
  readonly withQueries: ReadonlyMap<string, WithQuery>;

  constructor(outer: Scope | undefined, withQueries: ReadonlyMap<string, WithQuery>) {
    this.outer = outer;
    this.withQueries = withQueries;
  }

  /** The column that a reference of one or more names means. */
  resolve(names: readonly string[]): Extent {
    const [first = "", second] = names;
    if (second === undefined) return this.#column(first);
    const item = this.#item(first);
    if (item === undefined) return tableColumn;
    const { named, rest, list } = item.columns;
    const column = named.get(second);
    if (column !== undefined && names.length === 2) return column;
    // Beside the columns of a table it is one of those; otherwise a field, or a function of the whole row.
    const isColumn = list === undefined && names.length === 2 && !ROW_FUNCTIONS.has(second);
    return isColumn ? rest : merge(rest, wholeRow(item.columns), false);
  }

  /** The columns that `*` or `name.*` stands for. */
  star(name: string | undefined): readonly Columns[] {
    if (name === undefined) return this.items.map((item) => item.columns);
    return [this.#item(name)?.columns ?? tableColumns];
  }

  /** `rest` is what a column of an inner query may be whose name is not known there. */
  #column(name: string, rest: Extent = tableColumn): Extent {
    let found: Extent | undefined;
    let unnamed = rest;
    for (const { columns } of this.items) {
      const column = columns.named.get(name);
      if (column !== undefined) found = found === undefined ? column : merge(found, column, this.joinsFully);
      else if (columns.rest !== tableColumn) unnamed = merge(unnamed, columns.rest, false);
    }
    if (found !== undefined) return found;
    for (const item of this.items) if (item.name === name) return wholeRow(item.columns);
    return this.outer === undefined ? unnamed : this.outer.#column(name, unnamed);
  }

  #item(name: string): FromItem | undefined {
    for (const item of this.items) if (item.name === name) return item;
    return this.outer === undefined ? undefined : this.outer.#item(name);
  }
}

/** A row as one value; its text form quotes the fields, so quotes double with every level. */
function wholeRow(columns: Columns): Extent {
  const fields = columns.list ?? [...columns.named.values(), columns.rest];
  const row = combine(fields);
  return { ...row, bytes: row.bytes * 2, rows: true, width: Math.max(fields.length, tableColumn.width) };
}
