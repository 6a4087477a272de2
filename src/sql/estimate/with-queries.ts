import { listField, textField, type TreeNode, unwrap } from "../parse-tree.ts";
import { aliased, everyColumn, mapColumns } from "./columns.ts";
import type { MeasuredQuery, Measurement } from "./measurement.ts";
import { type Columns, Scope, tableColumns, type WithQuery } from "./scope.ts";

// A value that doubles in each round of a recursion has outgrown any budget by then; one that grows evenly has not.
const ROUNDS = 21;

/** The scope of a query with a WITH clause. As in PostgreSQL each sees those before it, and all under RECURSIVE. */
export function declareWith(clause: TreeNode, outer: Scope): Scope {
  const recursive = clause["recursive"] === true;
  const declared = new Map(outer.withQueries);
  for (const value of listField(clause, "ctes")) {
    const node = unwrap(value).fields;
    const visible = recursive ? declared : new Map(declared);
    declared.set(textField(node, "ctename") ?? "", {
      node,
      scope: new Scope(outer, visible),
      columns: tableColumns,
      total: undefined,
      measuring: false,
      refersToItself: false,
    });
  }
  return new Scope(outer, declared);
}

/** What a reference to the WITH query adds to the query that makes it. */
export function referTo(query: WithQuery, measurement: Measurement): MeasuredQuery {
  const total = measureWith(query, measurement);
  return isMerged(query, measurement)
    ? { columns: query.columns, total }
    : { columns: closed(query.columns), total: 1 };
}

/** What the clause adds apart from the references to it: queries that are computed once, on their own. */
export function measureWithClause(clause: TreeNode, scope: Scope, measurement: Measurement): number {
  let total = 0;
  for (const value of listField(clause, "ctes")) {
    const query = scope.withQueries.get(textField(unwrap(value).fields, "ctename") ?? "");
    if (query === undefined) continue;
    const own = measureWith(query, measurement);
    if (!isMerged(query, measurement)) total += own;
  }
  return total;
}

/** Columns computed elsewhere: neither merged with what uses them, nor reached by its conditions. */
export function closed(columns: Columns): Columns {
  return mapColumns(columns, (extent) => ({ ...extent, nodes: 1, pushed: 1 }));
}

function isMerged(query: WithQuery, { references }: Measurement): boolean {
  const { ctematerialized } = query.node;
  if (query.refersToItself || ctematerialized === "CTEMaterializeAlways") return false;
  return ctematerialized === "CTEMaterializeNever" || references.get(query.node) === 1;
}

function measureWith(query: WithQuery, measurement: Measurement): number {
  if (query.total !== undefined) return query.total;
  if (query.measuring) {
    query.refersToItself = true;
    return 1;
  }
  query.measuring = true;
  const { fields } = unwrap(query.node["ctequery"]);
  const alias = { colnames: listField(query.node, "aliascolnames") };
  const measure = (): MeasuredQuery => measurement.query(fields, query.scope);
  let measured = measure();
  for (let round = 0; query.refersToItself && round < ROUNDS; round++) {
    const before = everyColumn(query.columns);
    query.columns = closed(aliased(alias, measured.columns).columns);
    const { bytes, magnitude } = everyColumn(query.columns);
    if (bytes === before.bytes && magnitude === before.magnitude) break;
    measured = measurement.budget.again(measure);
  }
  query.columns = aliased(alias, measured.columns).columns;
  query.total = measured.total;
  query.measuring = false;
  return query.total;
}
