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

const NOTHING = { type: "", fields: {} };

/** The node type and the fields of a wrapped node such as `{"FuncCall": {...}}`. */
export function unwrap(value: TreeValue | undefined): {
  readonly type: string;
  readonly fields: TreeNode;
} {
  if (isNode(value)) {
    for (const type in value) {
      const fields = value[type];
      if (isNodeType(type) && isNode(fields)) return { type, fields };
    }
  }
  return NOTHING;
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

/** The text of a string constant. */
export function contentOf(value: TreeValue | undefined): string | undefined {
  const { type, fields } = unwrap(value);
  const text = fields["sval"];
  return type === "A_Const" && isNode(text) ? (textField(text, "sval") ?? "") : undefined;
}

/** The byte offset a node tells; the parser writes -1 for nodes without a place of their own. */
export function locationOf(fields: TreeNode): number | undefined {
  const location = fields["location"];
  return typeof location === "number" && location >= 0 ? location : undefined;
}

/** The least byte offset that anything in the value tells, or Infinity. */
export function startOf(value: TreeValue | undefined): number {
  if (typeof value !== "object" || value === null) return Infinity;
  const own = isNode(value) ? locationOf(value) : undefined;
  return Math.min(own ?? Infinity, ...(Object.values(value) as readonly TreeValue[]).map(startOf));
}
