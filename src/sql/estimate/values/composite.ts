import { listField, type TreeNode, type TreeValue, unwrap } from "../../parse-tree.ts";
import { combine, type Extent } from "./extent.ts";
import type { Measurement } from "../measurement.ts";

/** The text form of a row or an array quotes its elements, so quotes double with every level. */
export const QUOTING = 2;

export function measureRow(fields: TreeNode, { expression, budget }: Measurement): Extent {
  const values = listField(fields, "args");
  const { location } = budget;
  const args = values.map(expression);
  const row = combine(args);
  budget.addValue("ROW", row.bytes * QUOTING, location);
  const width = args.reduce((sum, arg, index) => sum + (isStar(values[index]) ? arg.width : 1), 0);
  return { ...row, bytes: row.bytes * QUOTING, width };
}

export function measureArray(fields: TreeNode, { expression, budget }: Measurement): Extent {
  const { location } = budget;
  const elements = listField(fields, "elements").map(expression);
  const array = combine(elements);
  budget.addValue("ARRAY", array.bytes * QUOTING, location);
  // As an argument of array_fill the elements are its dimensions.
  const magnitude = elements.reduce((product, element) => product * element.magnitude, 1);
  return { ...array, bytes: array.bytes * QUOTING, magnitude };
}

/** `(value).*` repeats the whole value for each of its columns. */
export function measureIndirection(fields: TreeNode, { expression }: Measurement): Extent {
  const value = expression(fields["arg"]);
  const whole = combine([value, ...listField(fields, "indirection").map(expression)]);
  const extent = { ...whole, bytes: value.bytes, content: value.content, magnitude: value.magnitude };
  if (!isStar({ A_Indirection: fields })) return extent;
  return { ...extent, nodes: whole.nodes * value.width, pushed: whole.pushed * value.width, width: value.width };
}

function isStar(value: TreeValue | undefined): boolean {
  const { type, fields } = unwrap(value);
  return type === "A_Indirection" && unwrap(listField(fields, "indirection").at(-1)).type === "A_Star";
}
