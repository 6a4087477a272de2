import { isNode, isNodeType, listField, textField, type TreeNode, type TreeValue, unwrap } from "./parse-tree.ts";
import type { GuardPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";
import { checkAttributes, checkFunctionCall } from "./rules/functions.ts";
import { checkNodeType } from "./rules/nodes.ts";
import { checkRelation, checkSample } from "./rules/relations.ts";

const MAX_DEPTH = 200;
const MAX_NODES = 20_000;

type Names = ReadonlySet<string>;

/** Visits every value of a query, nested lists included, and applies the rules; throws Refusal. */
export class QueryWalk {
  /** Byte offset of the last node that told its place: where a refusal points. */
  location: number | undefined;
  #nodes = 0;
  readonly #policy: GuardPolicy;

  constructor(policy: GuardPolicy) {
    this.#policy = policy;
  }

  visit(value: TreeValue | undefined, ctes: Names = new Set(), depth = 0): void {
    if (typeof value !== "object" || value === null) return;
    this.#count(depth);
    if (!isNode(value)) {
      for (const item of value) this.visit(item, ctes, depth + 1);
      return;
    }
    if (typeof value["location"] === "number") this.location = value["location"];
    const clause = value["withClause"];
    const scope = isNode(clause) ? this.#visitWith(clause, ctes, depth + 1) : ctes;
    for (const [key, child] of Object.entries(value)) {
      if (child === clause && isNode(clause)) continue;
      if (key === "intoClause") checkNodeType("IntoClause");
      if (isNodeType(key) && isNode(child)) this.#check(key, child, scope);
      this.visit(child, scope, depth + 1);
    }
  }

  /**
   * Visits the WITH queries and returns the names the statement sees. As in PostgreSQL a query sees the names before
   * its own, and all of them under RECURSIVE; a wider scope would let a name hide a catalogue table elsewhere.
   */
  #visitWith(clause: TreeNode, outer: Names, depth: number): Names {
    const ctes = listField(clause, "ctes");
    const nameOf = (cte: TreeValue): string => textField(unwrap(cte).fields, "ctename") ?? "";
    const all = new Set([...outer, ...ctes.map(nameOf)]);
    const seen = new Set(outer);
    for (const cte of ctes) {
      this.visit(cte, clause["recursive"] === true ? all : new Set(seen), depth + 1);
      seen.add(nameOf(cte));
    }
    return all;
  }

  #check(type: string, fields: TreeNode, ctes: Names): void {
    if (typeof fields["location"] === "number") this.location = fields["location"];
    checkNodeType(type);
    if (type === "FuncCall") checkFunctionCall(fields, this.#policy);
    else if (type === "ColumnRef" || type === "A_Indirection") checkAttributes(type, fields);
    else if (type === "RangeVar") checkRelation(fields, this.#policy, ctes);
    else if (type === "RangeTableSample") checkSample(fields);
  }

  #count(depth: number): void {
    this.#nodes += 1;
    if (depth <= MAX_DEPTH && this.#nodes <= MAX_NODES) return;
    const excess = depth > MAX_DEPTH ? "nested too deeply" : "too large";
    throw new Refusal("complexity", "query", `The query is ${excess}.`, "Split it into simpler queries.");
  }
}
