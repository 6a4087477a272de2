import { contentOf, isNode, textField, type TreeNode } from "../../parse-tree.ts";
import { constant, type Extent } from "./extent.ts";

export function measureConstant(fields: TreeNode): Extent {
  const text = contentOf({ A_Const: fields });
  if (text !== undefined) return constant(text.length, magnitudeOf(text));
  const { ival, fval } = fields;
  // The parser leaves zero out: `{"ival": {}}`.
  if (isNode(ival)) return constant(4, Math.abs(Number(ival["ival"] ?? 0)));
  const float = isNode(fval) ? (textField(fval, "fval") ?? "0") : "0";
  return constant(float.length, Math.abs(Number(float)));
}

/** A string may be cast to a number, or to an array of sizes such as '{1000,1000}'. */
function magnitudeOf(text: string): number {
  const number = Math.abs(Number(text));
  if (!Number.isNaN(number)) return number;
  return text.startsWith("{") ? (text.match(/\d+/g) ?? []).reduce((product, part) => product * Number(part), 1) : 0;
}
