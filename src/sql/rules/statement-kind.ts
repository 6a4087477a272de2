import type { StatementKind } from "../../db/statement.ts";
import { listField, type ParseResult, textField, type TreeNode, unwrap } from "../parse-tree.ts";
import { Refusal } from "../refusal.ts";
import { checkSetting } from "./settings.ts";

// ANALYZE executes its statement, so it is refused even when switched off: options may repeat and the last one wins.
const EXPLAIN_OPTIONS = new Set("verbose costs settings generic_plan buffers format summary memory".split(" "));

const ONLY_READS = "Send one SELECT, VALUES, TABLE or WITH query, EXPLAIN of one, or SHOW.";

/** Checks that there is one statement of a kind that reads, and returns its query; SHOW has none. */
export function queryOf(tree: ParseResult): TreeNode | undefined {
  const [only, second] = tree.stmts;
  if (only === undefined || second !== undefined) {
    throw new Refusal(
      "one_statement",
      "text",
      `Expected one statement, found ${tree.stmts.length}.`,
      ONLY_READS,
      second === undefined ? undefined : { byte: second.stmt_location ?? 0 },
    );
  }
  const start = { byte: only.stmt_location ?? 0 };
  const { type, fields } = unwrap(only.stmt);
  if (type === "SelectStmt") return only.stmt;
  if (type === "ExplainStmt") return explainedQuery(fields, start.byte);
  if (type === "VariableShowStmt") {
    checkSetting(textField(fields, "name"), start);
    return undefined;
  }
  throw new Refusal("statement_kind", type, `${type} is not a read-only query.`, ONLY_READS, start);
}

/** Only a bare query can be read through a cursor. */
export function kindOf(tree: ParseResult): StatementKind {
  return unwrap(tree.stmts[0]?.stmt).type === "SelectStmt" ? "rows" : "utility";
}

function explainedQuery(explain: TreeNode, start: number): TreeNode {
  for (const option of listField(explain, "options")) {
    const { fields } = unwrap(option);
    const name = textField(fields, "defname") ?? "";
    if (EXPLAIN_OPTIONS.has(name)) continue;
    const location = fields["location"];
    throw new Refusal(
      "explain_option",
      name,
      `EXPLAIN option ${name} is not allowed.`,
      "Use EXPLAIN without ANALYZE; it shows the plan and does not run the query.",
      { byte: typeof location === "number" && location >= 0 ? location : start },
    );
  }
  const query = explain["query"];
  const { type, fields } = unwrap(query);
  if (type !== "SelectStmt") {
    throw new Refusal("statement_kind", type, `EXPLAIN of ${type} is not allowed.`, "EXPLAIN a SELECT.", {
      byte: start,
    });
  }
  return { SelectStmt: fields };
}
