import { listField, namesOf, type ParseResult, textField, type TreeNode, unwrap } from "../parse-tree.ts";
import type { RecallPlan } from "./recall-plan.ts";
import { nodesOf, schemasOf } from "./tree-nodes.ts";

/**
 * Whether the parsed text is one SELECT that reads the plan's table and no other, names the plan's columns and no others
 * of it, and takes functions, operators and types from the catalogue or the plan's extensions alone.
 */
export function readsAs({ stmts }: ParseResult, plan: RecallPlan): boolean {
  const [only, ...others] = stmts;
  const { type } = unwrap(only?.stmt);
  if (type !== "SelectStmt" || others.length > 0) return false;
  const nodes = [...nodesOf(only?.stmt)];
  const own = new Set(
    nodes.flatMap((node) => (node.type === "CommonTableExpr" ? [textField(node.fields, "ctename")] : [])),
  );
  const relations = nodes.flatMap((node) => (node.type === "RangeVar" ? [node.fields] : []));
  const columns = new Set(nodes.flatMap((node) => (node.type === "ColumnRef" ? columnsOfTable(node.fields) : [])));
  const schemas = nodes.flatMap(schemasOf);
  const meant = meantColumns(plan);
  const meantSchemas = new Set(["pg_catalog", ...meantSchemasOf(plan)]);
  return (
    relations.some((relation) => isTable(relation, plan)) &&
    relations.every((relation) => isTable(relation, plan) || isOwn(relation, own)) &&
    sameSet(columns, meant) &&
    schemas.every((schema) => meantSchemas.has(schema))
  );
}

function isTable(relation: TreeNode, { schema, table }: RecallPlan): boolean {
  return relation["schemaname"] === schema && relation["relname"] === table && relation["catalogname"] === undefined;
}

function isOwn(relation: TreeNode, own: ReadonlySet<string | undefined>): boolean {
  return relation["schemaname"] === undefined && own.has(textField(relation, "relname"));
}

/** Columns are named as `t.column`; without an alias only by an index's expression. */
function columnsOfTable(reference: TreeNode): readonly string[] {
  const names = namesOf(listField(reference, "fields"));
  if (names.length === 1) return names;
  return names[0] === "t" ? [names.slice(1).join(".")] : [];
}

function meantColumns({ key, texts, vectors, keywords, fallback }: RecallPlan): ReadonlySet<string> {
  const isSearched = texts.length > 0;
  return new Set([
    ...(key.kind === "place" ? ["tableoid", "ctid"] : key.columns),
    ...texts,
    ...vectors.map(({ column }) => column),
    ...keywords.flatMap((leg) => {
      if (leg.kind === "bm25") return [leg.column];
      if (leg.kind === "computed") return [];
      return "column" in leg.document ? [leg.document.column] : leg.document.columns;
    }),
    ...(isSearched && fallback?.kind === "trigram" && fallback.indexedColumn !== undefined
      ? [fallback.indexedColumn]
      : []),
  ]);
}

/** Of the extensions, and of what the tenant's policy lets an index's expression call. */
function meantSchemasOf({ vectors, keywords, fallback }: RecallPlan): readonly string[] {
  return [...vectors, ...keywords, ...(fallback === undefined ? [] : [fallback])].flatMap((leg) => {
    if ("extensionSchema" in leg) return [leg.extensionSchema];
    return "document" in leg && "schemas" in leg.document ? leg.document.schemas : [];
  });
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}
