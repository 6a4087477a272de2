import { isNode, listField, namesOf, textField, type TreeNode, type TreeValue, unwrap } from "../parse-tree.ts";
import { aliased, ColumnList } from "./columns.ts";
import type { Measurement } from "./measurement.ts";
import { type Columns, tableColumns } from "./scope.ts";
import { referTo } from "./with-queries.ts";

// Planning a table or a subquery costs as much as that many nodes of an expression, measured in memory.
const ITEM_NODES = 5;

/** Adds an item of FROM to the scope and returns its nodes. */
export function addFromItem(value: TreeValue | undefined, measurement: Measurement): number {
  const { type, fields } = unwrap(value);
  switch (type) {
    case "RangeVar":
      return ITEM_NODES + addRelation(fields, measurement);
    case "RangeSubselect":
      return ITEM_NODES + addSubquery(fields, measurement);
    case "JoinExpr":
      return addJoin(fields, measurement);
    case "RangeTableSample":
      return addFromItem(fields["relation"], measurement) + measurement.expression(listField(fields, "args")).nodes;
    default:
      return addFunction(fields, measurement);
  }
}

function addRelation(fields: TreeNode, measurement: Measurement): number {
  const name = textField(fields, "relname") ?? "";
  const query = fields["schemaname"] === undefined ? measurement.scope.withQueries.get(name) : undefined;
  const { columns, total } = query === undefined ? { columns: tableColumns, total: 1 } : referTo(query, measurement);
  addAliased(fields, name, columns, measurement);
  return total;
}

function addSubquery(fields: TreeNode, measurement: Measurement): number {
  const { scope } = measurement;
  const visible = fields["lateral"] === true ? scope : (scope.outer ?? scope);
  const { columns, total } = measurement.query(unwrap(fields["subquery"]).fields, visible);
  addAliased(fields, "", columns, measurement);
  return total;
}

function addJoin(fields: TreeNode, measurement: Measurement): number {
  const { scope, expression } = measurement;
  const before = scope.items.length;
  const total = addFromItem(fields["larg"], measurement) + addFromItem(fields["rarg"], measurement);
  if (fields["jointype"] === "JOIN_FULL") scope.joinsFully = true;
  const condition = fields["quals"] === undefined ? 0 : expression(fields["quals"]).pushed;
  const joined = new ColumnList();
  const { alias, join_using_alias: usingAlias } = fields;
  if (isNode(alias) || isNode(usingAlias)) for (const item of scope.items.slice(before)) joined.addAll(item.columns);
  if (isNode(alias)) scope.items.splice(before, scope.items.length, aliased(alias, joined.done()));
  // JOIN ... USING (a) AS u names the common columns once more.
  if (isNode(usingAlias)) scope.items.push(aliased(usingAlias, joined.done()));
  return total + condition;
}

/** Functions, XMLTABLE and JSON_TABLE: their rows are new, but as long as what they are made from. */
function addFunction(fields: TreeNode, measurement: Measurement): number {
  const measured = measurement.expression(fields);
  const extent = { ...measured, nodes: 1, pushed: 1 };
  const columns = new ColumnList();
  const alias = isNode(fields["alias"]) ? fields["alias"] : {};
  const name = textField(alias, "aliasname") ?? "";
  for (const column of [name, ...namesOf(listField(alias, "colnames"))]) columns.add(column, extent);
  columns.add(undefined, extent);
  measurement.scope.items.push({ name, columns: { ...columns.done(), list: undefined } });
  return measured.nodes;
}

function addAliased(fields: TreeNode, name: string, columns: Columns, { scope }: Measurement): void {
  scope.items.push(isNode(fields["alias"]) ? aliased(fields["alias"], columns) : { name, columns });
}
