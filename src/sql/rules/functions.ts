import builtins from "../builtin-functions.json" with { type: "json" };
import extensions from "../extension-functions.json" with { type: "json" };
import { listField, nameOf, namesOf, textField, type TreeNode, type TreeValue, unwrap } from "../parse-tree.ts";
import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { checkExpansion } from "./expansion.ts";
import { checkSetting } from "./settings.ts";

// The tables hold several names per line to stay readable as data.
const names = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));
const ALLOWED = new Set([...names(builtins.allow), ...names(extensions.allow)]);
const DENIED = new Set(names(builtins.deny));

// Extension functions that act, run SQL text or reach the network; unlike built-ins no table lists them all.
const DENIED_FAMILY =
  /^(pg_|lo_|dblink|http_|postgres_fdw_|hypopg|crosstab|connectby|xpath_table|pgr_|heap_force_|get_raw_page|run_command_on_|(query|table|schema|database|cursor)_to_xml)/;
// Table sampling handlers: not callable from SQL, and "system" is a common column name.
const UNCALLABLE = new Set(["system", "bernoulli"]);

export function checkFunctionCall(call: TreeNode, policy: GuardPolicy): void {
  const parts = namesOf(listField(call, "funcname"));
  const builtin = parts.length === 1 || (parts.length === 2 && parts[0] === "pg_catalog");
  const name = parts.at(-1) ?? "";
  if (builtin && name === "current_setting") {
    checkSetting(constantText(listField(call, "args")[0]));
  } else if (builtin && ALLOWED.has(name)) {
    checkExpansion(name, listField(call, "args"));
  } else if (!policy.allowedFunctions.includes(parts.join(".")) || (builtin && DENIED.has(name))) {
    throw new Refusal(
      "function",
      parts.join("."),
      `The function ${parts.join(".")} is not allowed.`,
      "Use built-in functions that only compute; the operator can allow others by name.",
    );
  }
}

/** `(value).f` and `alias.f` call the function f on value when there is no such column; no FuncCall node shows it. */
export function checkAttributes(type: string, fields: TreeNode): void {
  const attributes = type === "ColumnRef" ? listField(fields, "fields").slice(1) : listField(fields, "indirection");
  for (const attribute of attributes) {
    const name = nameOf(attribute);
    if (name !== undefined && !ALLOWED.has(name) && isDenied(name)) {
      throw new Refusal(
        "attribute_notation",
        name,
        `${name} in attribute notation would call the function of that name.`,
        "If it is a column, rename it in a subquery alias: FROM (SELECT ...) AS t(new_name).",
      );
    }
  }
}

function isDenied(name: string): boolean {
  return (DENIED.has(name) && !UNCALLABLE.has(name)) || DENIED_FAMILY.test(name);
}

function constantText(value: TreeValue | undefined): string | undefined {
  const { type, fields } = unwrap(value);
  const text = fields["sval"];
  return type === "A_Const" && typeof text === "object" && text !== null
    ? textField(text as TreeNode, "sval")
    : undefined;
}
