import {
  isNode,
  isNodeType,
  listField,
  locationOf,
  namesOf,
  type TreeNode,
  type TreeValue,
  unwrap,
} from "../../parse-tree.ts";
import { measureArray, measureIndirection, measureRow, QUOTING } from "./composite.ts";
import { checkCollected } from "./collection.ts";
import { everyColumn } from "../columns.ts";
import { measureConstant } from "./constant.ts";
import { combine, constant, type Extent, merge, truthOf } from "./extent.ts";
import { measureCall } from "./function-call.ts";
import type { Measurement } from "../measurement.ts";
import { measureOperator } from "./operator.ts";
import { paddedBytes } from "./padding.ts";

type Measure = (fields: TreeNode, measurement: Measurement) => Extent;

// The caller's parameters are constants to the planner; a number among them may be any.
const PARAMETER: Extent = { ...constant(100, Infinity), content: 20 };

// Every rule measures a child once: measuring twice would take exponential time itself.
const MEASURES: Readonly<Record<string, Measure>> = {
  A_Const: measureConstant,
  ParamRef: () => PARAMETER,
  ColumnRef: measureColumn,
  A_Expr: measureOperator,
  FuncCall: measureCall,
  BoolExpr: (fields, measurement) => truthOf(measureFields(fields, measurement)),
  NullTest: (fields, measurement) => truthOf(measureFields(fields, measurement)),
  CaseExpr: measureCase,
  CoalesceExpr: measureAlternatives,
  MinMaxExpr: measureAlternatives,
  RowExpr: measureRow,
  A_ArrayExpr: measureArray,
  A_Indirection: measureIndirection,
  SubLink: measureSublink,
  JsonArrayAgg: measureJsonAggregate,
  JsonObjectAgg: measureJsonAggregate,
  JsonArrayQueryConstructor: measureJsonAggregate,
  SelectStmt: measureSubquery,
};

/** How large an expression may become; a node without a rule is as large as all it contains. */
export function measureExpression(value: TreeValue | undefined, measurement: Measurement): Extent {
  measurement.budget.addStep();
  if (!isNode(value)) return combine(Array.isArray(value) ? value.map(measurement.expression) : []);
  const { type, fields } = unwrap(value);
  if (type === "") return measureFields(value, measurement);
  const location = locationOf(fields);
  if (location !== undefined) measurement.budget.location = location;
  const measure = MEASURES[type];
  return measure === undefined ? measureFields(fields, measurement) : measure(fields, measurement);
}

function measureFields(fields: TreeNode, measurement: Measurement): Extent {
  const parts: Extent[] = [];
  for (const key in fields) {
    const child = fields[key];
    if (typeof child !== "object" || child === null || isNodeType(key)) continue;
    if (key === "typeName" && isNode(child)) parts.push(constant(paddedBytes(child), 0));
    else
      for (const item of Array.isArray(child) ? (child as readonly TreeValue[]) : [child]) {
        if (typeof item === "object") parts.push(measurement.expression(item));
      }
  }
  return combine(parts);
}

function measureColumn(fields: TreeNode, { scope, budget }: Measurement): Extent {
  const names = namesOf(listField(fields, "fields"));
  const column = scope.resolve(names);
  // A whole row grows by being named, without any function.
  if (column.bytes > 1) budget.addValue(names.join("."), column.bytes, budget.location);
  return column;
}

function measureCase(fields: TreeNode, { expression }: Measurement): Extent {
  const tests = [fields["arg"]];
  const results = [fields["defresult"]];
  for (const when of listField(fields, "args")) {
    tests.push(unwrap(when).fields["expr"]);
    results.push(unwrap(when).fields["result"]);
  }
  return oneOf(results.filter(isNode).map(expression), tests.filter(isNode).map(expression));
}

/** COALESCE, GREATEST and LEAST return one of their arguments. */
function measureAlternatives(fields: TreeNode, { expression }: Measurement): Extent {
  const args = listField(fields, "args").map(expression);
  const result = oneOf(args, []);
  if (fields["op"] !== "IS_LEAST") return result;
  return { ...result, magnitude: Math.min(...args.map((arg) => arg.magnitude)) };
}

function oneOf(results: readonly Extent[], tests: readonly Extent[]): Extent {
  const either = results.reduce((left, right) => merge(left, right, false), constant(0, 0));
  const { bytes, content, magnitude, width } = either;
  return { ...combine([...results, ...tests]), bytes, content, magnitude, width };
}

function measureSublink(fields: TreeNode, measurement: Measurement): Extent {
  const result = measureSubquery(unwrap(fields["subselect"]).fields, measurement);
  if (fields["subLinkType"] === "EXPR_SUBLINK") return result;
  if (fields["subLinkType"] === "ARRAY_SUBLINK") {
    checkCollected("ARRAY", result.content, measurement.budget);
    return { ...result, bytes: result.bytes * QUOTING };
  }
  return truthOf(combine([result, measurement.expression(fields["testexpr"])]));
}

function measureJsonAggregate(fields: TreeNode, measurement: Measurement): Extent {
  const { location } = measurement.budget;
  const collected = measureFields(fields, measurement);
  checkCollected("JSON", collected.content, measurement.budget, location);
  return collected;
}

/** A subquery as a value: all its nodes, and whatever its columns may be. */
function measureSubquery(select: TreeNode, { query, scope }: Measurement): Extent {
  const { columns, total } = query(select, scope);
  return { ...everyColumn(columns), nodes: total, pushed: total };
}
