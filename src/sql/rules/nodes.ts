import { isNode, locationOf, type TreeNode } from "../parse-tree.ts";
import { Refusal } from "../refusal.ts";

// What may occur in a query that only reads. Anything else, known today or added by a later grammar, is refused.
const ALLOWED = new Set(
  [
    "SelectStmt ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr NullTest BooleanTest FuncCall NamedArgExpr",
    "TypeCast TypeName CollateClause SortBy WindowDef RangeVar RangeSubselect RangeFunction RangeTableSample",
    "RangeTableFunc RangeTableFuncCol JoinExpr Alias SubLink CaseExpr CaseWhen CoalesceExpr MinMaxExpr RowExpr",
    "A_ArrayExpr A_Indirection A_Indices GroupingSet GroupingFunc SQLValueFunction WithClause CommonTableExpr",
    "CTESearchClause CTECycleClause List String Integer Float Boolean BitString ParamRef XmlExpr XmlSerialize",
    "JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonKeyValue",
    "JsonValueExpr JsonFormat JsonOutput JsonReturning JsonAggConstructor JsonIsPredicate JsonParseExpr",
    "JsonScalarExpr JsonSerializeExpr JsonFuncExpr JsonBehavior JsonArgument JsonTable JsonTableColumn",
    "JsonTablePathSpec JsonTablePath ColumnDef",
  ]
    .join(" ")
    .split(" "),
);

export function checkNodeType(type: string): void {
  if (ALLOWED.has(type)) return;
  if (type === "LockingClause") {
    throw new Refusal("locking", type, "Row locks are not allowed.", "Remove FOR UPDATE or FOR SHARE.");
  }
  throw new Refusal("node", type, `${type} is not allowed in a read-only query.`, "Write it as a plain SELECT.");
}

/** INTO is a field of its own, not a wrapped node; it points at the table to create. */
export function checkInto(clause: TreeNode): void {
  const { rel } = clause;
  const location = isNode(rel) ? locationOf(rel) : undefined;
  throw new Refusal(
    "select_into",
    "IntoClause",
    "SELECT INTO creates a table.",
    "Remove the INTO clause.",
    location === undefined ? undefined : { byte: location },
  );
}
