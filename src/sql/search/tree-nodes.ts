import { isNode, listField, nameOf, type TreeNode, type TreeValue } from "../parse-tree.ts";

export interface NamedNode {
  /** The node's type; for a field of a fixed type, the field. */
  readonly type: string;
  readonly fields: TreeNode;
}

/** Every node of a tree with its type. */
export function* nodesOf(value: TreeValue | undefined): Generator<NamedNode> {
  if (typeof value !== "object" || value === null) return;
  if (!isNode(value)) {
    for (const item of value) yield* nodesOf(item);
    return;
  }
  for (const key in value) {
    const child = value[key];
    if (isNode(child)) yield { type: key, fields: child };
    yield* nodesOf(child);
  }
}

/** What stands before the name of a function, operator or type. */
export function schemasOf({ type, fields }: NamedNode): readonly string[] {
  const field = { FuncCall: "funcname", A_Expr: "name", TypeName: "names", typeName: "names" }[type];
  return field === undefined
    ? []
    : listField(fields, field)
        .slice(0, -1)
        .map((name) => nameOf(name) ?? "");
}
