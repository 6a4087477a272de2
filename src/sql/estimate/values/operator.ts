import { listField, locationOf, nameOf, textField, type TreeNode, unwrap } from "../../parse-tree.ts";
import { combine, constant, type Extent, truthOf } from "./extent.ts";
import { powerBytes } from "./growth.ts";
import { operatorMagnitude } from "./magnitude.ts";
import type { Measurement } from "../measurement.ts";

const ARITHMETIC = new Set(["+", "-", "*", "/", "%", "^", "&", "|", "#", "<<", ">>"]);
const COMPARISON = new Set([
  "=",
  "<>",
  "<",
  ">",
  "<=",
  ">=",
  "~",
  "~*",
  "!~",
  "!~*",
  "~~",
  "!~~",
  "~~*",
  "!~~*",
  "?",
  "@@",
]);
// They compare every element of one side with every element of the other, and nothing interrupts them.
const CONTAINMENT = new Set(["&&", "@>", "<@"]);

// The left side of a prefix operator.
const NONE: Extent = { ...constant(0, 0), nodes: 0, pushed: 0 };

export function measureOperator(fields: TreeNode, measurement: Measurement): Extent {
  const kind = textField(fields, "kind") ?? "";
  const { type, fields: list } = unwrap(fields["rexpr"]);
  if (kind === "AEXPR_IN" && type === "List") return measureIn(fields, list, measurement);
  if (kind.includes("BETWEEN")) return measureBetween(kind, fields, list, measurement);
  const left = fields["lexpr"] === undefined ? NONE : measurement.expression(fields["lexpr"]);
  const right = measurement.expression(fields["rexpr"]);
  const both = combine([left, right]);
  if (kind === "AEXPR_NULLIF") return { ...both, bytes: left.bytes, content: left.content };
  const name = nameOf(listField(fields, "name").at(-1)) ?? "";
  if (kind !== "AEXPR_OP" || COMPARISON.has(name)) return truthOf(both);
  const bytes = operatorBytes(name, left.bytes, right.bytes, right);
  measurement.budget.addValue(name, bytes, locationOf(fields) ?? 0);
  if (CONTAINMENT.has(name)) return truthOf(both);
  const content = operatorBytes(name, left.content, right.content, right);
  return { ...both, bytes, content, magnitude: operatorMagnitude(name, left.magnitude, right.magnitude) };
}

/** How long the value may be, or as how long a value it costs. */
function operatorBytes(name: string, left: number, right: number, exponent: Extent): number {
  if (CONTAINMENT.has(name)) return (left * right) / 1_000;
  const longer = Math.max(left, right);
  if (name === "^") return longer + powerBytes(exponent);
  return ARITHMETIC.has(name) ? longer : left + right;
}

/** The left side is copied for each item that depends on rows, and once for the others, which become an array. */
function measureIn(fields: TreeNode, list: TreeNode, { expression }: Measurement): Extent {
  const sought = expression(fields["lexpr"]);
  const items = listField(list, "items").map(expression);
  const rowwise = unwrap(fields["lexpr"]).type === "RowExpr";
  const single = rowwise ? items.length : items.filter((item) => item.rows).length;
  return truthOf(repeated(sought, single < items.length ? single + 1 : single, combine(items)));
}

/** `a BETWEEN b AND c` becomes `a >= b AND a <= c`, and SYMMETRIC has both orders. */
function measureBetween(kind: string, fields: TreeNode, bounds: TreeNode, { expression }: Measurement): Extent {
  const copies = kind.endsWith("_SYM") ? 2 : 1;
  const limits = combine(listField(bounds, "items").map(expression));
  return truthOf(repeated(expression(fields["lexpr"]), copies * 2, repeated(limits, copies, combine([]))));
}

function repeated(extent: Extent, copies: number, beside: Extent): Extent {
  return {
    ...combine([extent, beside]),
    nodes: beside.nodes + extent.nodes * copies,
    pushed: beside.pushed + extent.pushed * copies,
  };
}
