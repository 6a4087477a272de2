/** A value in the parser's JSON. Keys in PascalCase wrap a node and name its type; all other keys are fields. */
export type TreeValue = string | number | boolean | null | TreeNode | readonly TreeValue[];

export interface TreeNode {
  readonly [field: string]: TreeValue | undefined;
}

export interface ParseResult {
  readonly stmts: readonly { readonly stmt: TreeNode; readonly stmt_location?: number }[];
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isNodeType(key: string): boolean {
  return key >= "A" && key < "[";
}

/** The node type and the fields of a wrapped node such as `{"FuncCall": {...}}`. */
export function unwrap(value: TreeValue | undefined): {
  readonly type: string;
  readonly fields: TreeNode;
} {
  if (isNode(value)) {
    for (const [type, fields] of Object.entries(value)) {
      if (isNodeType(type) && isNode(fields)) return { type, fields };
    }
  }
  return { type: "", fields: {} };
}

export function listField(node: TreeNode, field: string): readonly TreeValue[] {
  const value = node[field];
  return Array.isArray(value) ? (value as readonly TreeValue[]) : [];
}

export function textField(node: TreeNode, field: string): string | undefined {
  const value = node[field];
  return typeof value === "string" ? value : undefined;
}

/** The text of a wrapped String node, as names and indirections hold it. */
export function nameOf(value: TreeValue | undefined): string | undefined {
  const { type, fields } = unwrap(value);
  // The parser leaves an empty string out of its JSON.
  return type === "String" ? (textField(fields, "sval") ?? "") : undefined;
}

export function namesOf(values: readonly TreeValue[]): readonly string[] {
  return values.map((value) => nameOf(value) ?? "");
}

/** Whether any node of one of these types occurs in the value. */
export function contains(value: TreeValue | undefined, test: (type: string, fields: TreeNode) => boolean): boolean {
  if (Array.isArray(value)) return (value as readonly TreeValue[]).some((item) => contains(item, test));
  if (!isNode(value)) return false;
  return Object.entries(value).some(
    ([key, child]) => (isNodeType(key) && isNode(child) && test(key, child)) || contains(child, test),
  );
}
