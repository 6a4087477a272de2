import { FactCollector } from "./facts.ts";
import {
  isNode,
  isNodeType,
  listField,
  locationOf,
  startOf,
  textField,
  type TreeNode,
  type TreeValue,
  unwrap,
} from "./parse-tree.ts";
import type { GuardPolicy } from "./policy.ts";
import { Refusal } from "./refusal.ts";
import { checkPadding } from "./rules/expansion.ts";
import { checkAttributes, checkFunctionCall } from "./rules/functions.ts";
import { checkInto, checkNodeType } from "./rules/nodes.ts";
import { checkRelation, checkSample } from "./rules/relations.ts";
import { checkType } from "./rules/types.ts";

const MAX_DEPTH = 400;
const MAX_NODES = 20_000;

/** The WITH queries that names mean at a place. */
type Names = ReadonlyMap<string, TreeNode>;

/** Visits every value of a query, nested lists included, and applies the rules; throws Refusal. */
export class QueryWalk {
  /** Byte offset of the last node that told its place: where a refusal points. */
  location: number | undefined;
  readonly facts = new FactCollector();
  /** How often the query refers to each of its WITH queries. */
  readonly references = new Map<TreeNode, number>();
  #nodes = 0;
  readonly #policy: GuardPolicy;

  constructor(policy: GuardPolicy) {
    this.#policy = policy;
  }

  visit(value: TreeValue | undefined, names: Names = new Map(), depth = 0): void {
    if (typeof value !== "object" || value === null) return;
    this.#count(depth);
    if (isNode(value)) this.#visitNode(value, names, depth + 1);
    else for (const item of value) this.visit(item, names, depth + 1);
  }

  #visitNode(node: TreeNode, names: Names, depth: number): void {
    this.location = locationOf(node) ?? this.location;
    const clause = node["withClause"];
    const scope = isNode(clause) ? this.#visitWith(clause, names, depth) : names;
    for (const key in node) {
      const child = node[key];
      if (child === clause) continue;
      if (isNode(child)) this.#check(key, child, scope);
      this.visit(child, scope, depth);
    }
  }

  /**
   * Visits the WITH queries and returns the names the statement sees. As in PostgreSQL a query sees the names before
   * its own, and all of them under RECURSIVE; a wider scope would let a name hide a catalogue table elsewhere.
   */
  #visitWith(clause: TreeNode, outer: Names, depth: number): Names {
    const queries = listField(clause, "ctes");
    const nodes = queries.map((query) => unwrap(query).fields);
    const all = new Map([...outer, ...nodes.map((node) => [textField(node, "ctename") ?? "", node] as const)]);
    const seen = new Map(outer);
    queries.forEach((query, index) => {
      this.visit(query, clause["recursive"] === true ? all : new Map(seen), depth + 1);
      const node = nodes[index];
      if (node !== undefined) seen.set(textField(node, "ctename") ?? "", node);
    });
    return all;
  }

  #check(key: string, fields: TreeNode, names: Names): void {
    if (!isNodeType(key)) {
      // Fields of a fixed type are not wrapped in its name.
      if (key === "intoClause") checkInto(fields);
      else if (key === "typeName") this.#checkTypeName(fields);
      return;
    }
    this.location = locationOf(fields) ?? this.location;
    if (key === "A_Indirection") this.#locateIndirection(fields);
    checkNodeType(key);
    this.facts.addNode(key, fields);
    if (key === "FuncCall") checkFunctionCall(fields, this.#policy);
    else if (key === "ColumnRef" || key === "A_Indirection") checkAttributes(key, fields, this.#policy);
    else if (key === "RangeVar") this.#checkRangeVar(fields, names);
    else if (key === "RangeTableSample") checkSample(fields);
    else if (key === "TypeName") this.#checkTypeName(fields);
  }

  #checkTypeName(fields: TreeNode): void {
    this.location = locationOf(fields) ?? this.location;
    checkPadding(fields);
    checkType(fields, this.#policy);
  }

  /** An indirection tells no place: it begins at its value, or at the parenthesis that was the last place told. */
  #locateIndirection(fields: TreeNode): void {
    const start = startOf(fields["arg"]);
    if (Number.isFinite(start) && !(start - 1 === this.location)) this.location = start;
  }

  #checkRangeVar(relation: TreeNode, names: Names): void {
    const name = textField(relation, "relname") ?? "";
    const query = relation["schemaname"] === undefined ? names.get(name) : undefined;
    if (query === undefined) {
      checkRelation(relation, this.#policy);
      this.facts.addRelation(relation);
    } else {
      this.references.set(query, (this.references.get(query) ?? 0) + 1);
    }
  }

  #count(depth: number): void {
    this.#nodes += 1;
    if (depth <= MAX_DEPTH && this.#nodes <= MAX_NODES) return;
    const excess = depth > MAX_DEPTH ? "nested too deeply" : "too large";
    throw new Refusal("complexity", "query", `The query is ${excess}.`, "Split it into simpler queries.");
  }
}
