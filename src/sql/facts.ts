import type { RelationName, StatementFacts } from "../db/statement.ts";
import { listField, nameOf, textField, type TreeNode } from "./parse-tree.ts";

// Syntax of our grammar that an older server reads as a call of an ordinary function, which anyone may have defined.
const SINCE_16 = "JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg";
const SINCE_17 = "JsonParseExpr JsonScalarExpr JsonSerializeExpr JsonFuncExpr JsonTable";
const MIN_VERSIONS = new Map([
  ...SINCE_16.split(" ").map((type) => [type, 160_000] as const),
  ...SINCE_17.split(" ").map((type) => [type, 170_000] as const),
]);

/** Gathers what the database layer needs to know about a query while it is walked. */
export class FactCollector {
  readonly #relations = new Map<string, RelationName>();
  #minServerVersion = 0;

  addNode(type: string, fields: TreeNode): void {
    // The bare word SYSTEM_USER became a function call in 16; before, it names a column or a table.
    const since = type === "FuncCall" && isSystemUser(fields) ? 160_000 : MIN_VERSIONS.get(type);
    if (since !== undefined && since > this.#minServerVersion) this.#minServerVersion = since;
  }

  addRelation(relation: TreeNode): void {
    const name = textField(relation, "relname") ?? "";
    const schema = textField(relation, "schemaname");
    this.#relations.set(JSON.stringify([schema, name]), schema === undefined ? { name } : { schema, name });
  }

  /** `query` is the outermost SELECT; SHOW and EXPLAIN have none whose order matters. */
  facts(query: TreeNode | undefined): StatementFacts {
    return {
      ordered: query === undefined || listField(query, "sortClause").length > 0,
      relations: [...this.#relations.values()],
      minServerVersion: this.#minServerVersion,
    };
  }
}

function isSystemUser(call: TreeNode): boolean {
  return call["funcformat"] === "COERCE_SQL_SYNTAX" && nameOf(listField(call, "funcname").at(-1)) === "system_user";
}
