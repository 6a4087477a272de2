import { contains, isNode, listField, nameOf, type TreeNode, type TreeValue, unwrap } from "../parse-tree.ts";
import { Refusal } from "../refusal.ts";

// The planner folds constant calls, and statement_timeout does not end planning: nested repeat() takes gigabytes.
const SIZED = new Set(["repeat", "lpad", "rpad", "array_fill"]);
const GROWING = new Set([...SIZED, "replace", "regexp_replace", "format"]);
const MAX_SIZE = 10_000;

export function checkExpansion(name: string, args: readonly TreeValue[]): void {
  if (!GROWING.has(name)) return;
  const nested = contains(args, (type, fields) => type === "FuncCall" && SIZED.has(calledName(fields)));
  const folded = !dependsOnRows(args) && contains(args, (type, fields) => type === "FuncCall" && isGrowing(fields));
  const large = SIZED.has(name) && !dependsOnRows(args[1]) && !(sizeOf(name, args[1]) <= MAX_SIZE);
  const wide = name === "format" && /%[^%a-zA-Z]*(\d{5,}|\*)/.test(JSON.stringify(args[0] ?? ""));
  if (!nested && !folded && !large && !wide) return;
  throw new Refusal(
    "expansion",
    name,
    `This ${name}() could build a very large value.`,
    `Use a literal size of at most ${MAX_SIZE}, and do not nest functions that make text longer.`,
  );
}

const calledName = (call: TreeNode): string => nameOf(listField(call, "funcname").at(-1)) ?? "";
const isGrowing = (call: TreeNode): boolean => GROWING.has(calledName(call));

/** A subquery alone does not count: the planner may fold it as well. */
function dependsOnRows(value: TreeValue | readonly TreeValue[] | undefined): boolean {
  return contains(value, (type) => type === "ColumnRef" || type === "ParamRef");
}

/** The literal size an argument asks for, or NaN when it is not a literal. */
function sizeOf(name: string, value: TreeValue | undefined): number {
  const { type, fields } = unwrap(value);
  if (name === "array_fill") {
    if (type !== "A_ArrayExpr") return Number.NaN;
    return listField(fields, "elements").reduce<number>((size, item) => size * sizeOf("", item), 1);
  }
  if (type !== "A_Const") return Number.NaN;
  // The parser leaves zero out: `{"ival": {}}`.
  const integer = fields["ival"];
  return isNode(integer) ? Number(integer["ival"] ?? 0) : Number.NaN;
}
