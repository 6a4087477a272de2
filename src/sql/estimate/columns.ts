import { listField, namesOf, textField, type TreeNode, type TreeValue, unwrap } from "../parse-tree.ts";
import { type Extent, merge, tableColumn } from "./values/extent.ts";
import { type Columns, type FromItem, tableColumns } from "./scope.ts";

// PostgreSQL refuses longer lists; stars in stars would otherwise double ours.
const MAX_COLUMNS = 1_664;

/** Collects the columns of a select list, a VALUES list or a function. */
export class ColumnList {
  readonly #named = new Map<string, Extent>();
  #rest = tableColumn;
  #list: Extent[] | undefined = [];

  add(name: string | undefined, extent: Extent): void {
    if (name === undefined) this.#rest = merge(this.#rest, extent, false);
    else this.#named.set(name, mergeWith(this.#named.get(name), extent));
    this.#list?.push(extent);
  }

  /** Adds what a star stands for and returns its nodes. */
  addAll(columns: Columns): number {
    let nodes = 0;
    for (const [name, extent] of columns.named) {
      this.#named.set(name, mergeWith(this.#named.get(name), extent));
      nodes += extent.nodes;
    }
    this.#rest = merge(this.#rest, columns.rest, false);
    if (columns.list === undefined || (this.#list?.length ?? MAX_COLUMNS) + columns.list.length > MAX_COLUMNS) {
      this.#list = undefined;
    } else {
      this.#list?.push(...columns.list);
    }
    return nodes + columns.rest.nodes;
  }

  done(): Columns {
    return { named: this.#named, rest: this.#rest, list: this.#list };
  }
}

const mergeWith = (known: Extent | undefined, extent: Extent): Extent =>
  known === undefined ? extent : merge(known, extent, false);

/** The columns of two queries under UNION and its like, which take their names from the first. */
export function unite(left: Columns, right: Columns): Columns {
  const others = right.list;
  const any = everyColumn(right);
  if (left.list === undefined || others === undefined || left.list.length !== others.length) {
    return mapColumns(left, (extent) => merge(extent, any, true));
  }
  const list = left.list.map((extent, index) => merge(extent, others[index] ?? any, true));
  const order = [...left.named.keys()];
  // Named columns come first only when none is unnamed; otherwise each takes the greatest of the other side.
  const named = new Map(
    order.map((name, index) => {
      const extent = left.named.get(name) ?? tableColumn;
      return [name, order.length === list.length ? (list[index] ?? extent) : merge(extent, any, true)] as const;
    }),
  );
  return { named, rest: merge(left.rest, any, true), list };
}

/** Renames by an alias such as `AS t(a, b)`. */
export function aliased(alias: TreeNode, columns: Columns): FromItem {
  const given = namesOf(listField(alias, "colnames"));
  const name = textField(alias, "aliasname") ?? "";
  if (given.length === 0) return { name, columns };
  // A table's columns are unknown, and so is the place of those beside them.
  const any = columns.list === undefined ? everyColumn(columns) : tableColumn;
  const named = new Map(columns.list === undefined || given.length < columns.list.length ? columns.named : []);
  given.forEach((column, index) => named.set(column, columns.list?.[index] ?? any));
  return { name, columns: { named, rest: columns.rest, list: columns.list } };
}

/** The name PostgreSQL gives to a result column without AS; undefined where that is not certain. */
export function outputName(value: TreeValue | undefined): string | undefined {
  const { type, fields } = unwrap(value);
  if (type === "ColumnRef") return namesOf(listField(fields, "fields")).at(-1);
  if (type === "FuncCall") return namesOf(listField(fields, "funcname")).at(-1);
  if (type === "CoalesceExpr") return "coalesce";
  const inner = fields[type === "CaseExpr" ? "defresult" : "arg"];
  const named = type === "TypeCast" || type === "CollateClause" || type === "CaseExpr";
  // The name of a constant below would be the type's.
  return named && /^(ColumnRef|FuncCall)$/.test(unwrap(inner).type) ? outputName(inner) : undefined;
}

export function mapColumns(columns: Columns, change: (extent: Extent) => Extent): Columns {
  if (columns === tableColumns) return columns;
  return {
    named: new Map([...columns.named].map(([name, extent]) => [name, change(extent)])),
    rest: change(columns.rest),
    list: columns.list?.map(change),
  };
}

/** The greatest of all columns. */
export function everyColumn(columns: Columns): Extent {
  let any = columns.rest;
  for (const extent of columns.named.values()) any = merge(any, extent, false);
  return any;
}
