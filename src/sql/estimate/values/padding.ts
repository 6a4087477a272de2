import { contentOf, isNode, listField, nameOf, type TreeNode, unwrap } from "../../parse-tree.ts";

// Types that pad their values to the length in their parentheses, and the bytes of one unit of it.
const UNIT_BYTES = new Map([
  ["bpchar", 1],
  ["bit", 1 / 8],
]);

/** The bytes to which a type such as char(10) pads every value; 0 for a type that does not. */
export function paddedBytes(typeName: TreeNode): number {
  const unit = UNIT_BYTES.get(nameOf(listField(typeName, "names").at(-1)) ?? "");
  const [length] = listField(typeName, "typmods");
  if (unit === undefined || length === undefined) return 0;
  const { ival } = unwrap(length).fields;
  const written = isNode(ival) ? Number(ival["ival"] ?? 0) : Number(contentOf(length) ?? Infinity);
  // What is no number at all the server refuses as well.
  return Number.isNaN(written) ? 0 : written * unit;
}
