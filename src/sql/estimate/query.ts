import {
  isNode,
  listField,
  locationOf,
  namesOf,
  textField,
  type TreeNode,
  type TreeValue,
  unwrap,
} from "../parse-tree.ts";
import { Budget } from "./budget.ts";
import { ColumnList, mapColumns, outputName, unite } from "./columns.ts";
import { measureExpression } from "./values/expression.ts";
import { addFromItem } from "./from-clause.ts";
import type { MeasuredQuery, Measurement } from "./measurement.ts";
import { type Columns, Scope } from "./scope.ts";
import { closed, declareWith, measureWithClause } from "./with-queries.ts";

const PLAIN_CLAUSES = ["sortClause", "groupClause", "windowClause", "distinctClause", "limitCount", "limitOffset"];

/** Estimates what PostgreSQL would make of a query, and throws Refusal when that is too much. */
export class QueryEstimate {
  readonly #budget = new Budget();
  readonly #references: ReadonlyMap<TreeNode, number>;

  constructor(references: ReadonlyMap<TreeNode, number>) {
    this.#references = references;
  }

  /** Measures the fields of a SelectStmt at a place where names mean what the scope says. */
  measure(select: TreeNode, outer: Scope = new Scope(undefined, new Map())): MeasuredQuery {
    const clause = select["withClause"];
    const base = isNode(clause) ? declareWith(clause, outer) : outer;
    const measurement = this.#open(base);
    const body = this.#measureBody(select, base, measurement);
    let total = body.total;
    for (const name of PLAIN_CLAUSES) {
      if (select[name] !== undefined) total += measurement.expression(select[name]).nodes;
    }
    for (const name of ["whereClause", "havingClause"]) {
      if (select[name] !== undefined) total += measurement.expression(select[name]).pushed;
    }
    if (isNode(clause)) total += measureWithClause(clause, base, measurement);
    this.#budget.checkNodes(total);
    return { columns: bounded(select, body.columns, measurement.aggregates), total };
  }

  #open(base: Scope): Measurement {
    const measurement: Measurement = {
      scope: new Scope(base, base.withQueries),
      budget: this.#budget,
      aggregates: false,
      references: this.#references,
      expression: (value) => measureExpression(value, measurement),
      query: (select, scope) => this.measure(select, scope),
    };
    return measurement;
  }

  #measureBody(select: TreeNode, base: Scope, measurement: Measurement): MeasuredQuery {
    const { larg, rarg } = select;
    if (isNode(larg) && isNode(rarg)) {
      const left = this.measure(larg, base);
      const right = this.measure(rarg, base);
      return { columns: unite(left.columns, right.columns), total: left.total + right.total };
    }
    const values = listField(select, "valuesLists");
    if (values.length > 0) return measureValues(values, measurement);
    let total = 1;
    for (const item of listField(select, "fromClause")) total += addFromItem(item, measurement);
    return this.#measureTargets(listField(select, "targetList"), total, measurement);
  }

  #measureTargets(targets: readonly TreeValue[], before: number, measurement: Measurement): MeasuredQuery {
    const columns = new ColumnList();
    let total = before;
    for (const target of targets) {
      const { fields } = unwrap(target);
      const star = starOf(fields["val"]);
      if (star !== undefined) {
        for (const expanded of measurement.scope.star(star.name)) total += columns.addAll(expanded);
      } else {
        const extent = measurement.expression(fields["val"]);
        columns.add(textField(fields, "name") ?? outputName(fields["val"]), extent);
        total += extent.nodes;
      }
      this.#budget.location = locationOf(fields) ?? this.#budget.location;
      this.#budget.checkNodes(total);
    }
    return { columns: columns.done(), total };
  }
}

function measureValues(lists: readonly TreeValue[], { expression }: Measurement): MeasuredQuery {
  let total = 1;
  let columns: Columns | undefined;
  for (const list of lists) {
    const row = new ColumnList();
    listField(unwrap(list).fields, "items").forEach((value, index) => {
      const extent = expression(value);
      total += extent.nodes;
      row.add(`column${String(index + 1)}`, extent);
    });
    columns = columns === undefined ? row.done() : unite(columns, row.done());
  }
  return { columns: columns ?? new ColumnList().done(), total };
}

/** `*` or `t.*` in a select list, with the name before the star. */
function starOf(value: TreeValue | undefined): { readonly name: string | undefined } | undefined {
  const { type, fields } = unwrap(value);
  const names = listField(fields, "fields");
  if (type !== "ColumnRef" || unwrap(names.at(-1)).type !== "A_Star") return undefined;
  return { name: namesOf(names).at(-2) };
}

/** What the query above sees of the columns. */
function bounded(select: TreeNode, columns: Columns, aggregates: boolean): Columns {
  // LIMIT ALL is a LIMIT of NULL.
  const limited = ["limitCount", "limitOffset"].some((name) => {
    return select[name] !== undefined && unwrap(select[name]).fields["isnull"] !== true;
  });
  if (limited) return closed(columns);
  const united = select["larg"] !== undefined && (select["op"] !== "SETOP_UNION" || select["all"] !== true);
  const grouped = ["groupClause", "havingClause", "distinctClause"].some((name) => select[name] !== undefined);
  // Their results are computed before anything above can be merged with them; conditions still reach through.
  return united || grouped || aggregates ? mapColumns(columns, (extent) => ({ ...extent, nodes: 1 })) : columns;
}
