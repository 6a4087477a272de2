import { contentOf, listField, nameOf, namesOf, type TreeNode } from "../parse-tree.ts";
import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";
import { checkCatalogFunction } from "./catalog-functions.ts";
import { checkDeniedFunction } from "./denied-names.ts";
import { adviceFor, GENERAL_ADVICE } from "./function-advice.ts";
import { isAllowedFunction, isDeniedBuiltin, reasonAgainst, reasonAgainstAttribute } from "./function-table.ts";
import { checkSetting } from "./settings.ts";

export function checkFunctionCall(call: TreeNode, policy: GuardPolicy): void {
  const parts = namesOf(listField(call, "funcname"));
  const builtin = parts.length === 1 || (parts.length === 2 && parts[0] === "pg_catalog");
  const name = parts.at(-1) ?? "";
  checkDeniedFunction(parts, policy);
  if (builtin && name === "current_setting") {
    checkSetting(contentOf(listField(call, "args")[0]));
  } else if (builtin && isAllowedFunction(name)) {
    checkCatalogFunction(name, policy);
  } else if (!policy.allowedFunctions.includes(parts.join(".")) || (builtin && isDeniedBuiltin(name))) {
    refuseFunction(parts.join("."), builtin ? reasonAgainst(name) : undefined);
  }
}

function refuseFunction(label: string, why: string | undefined): never {
  throw new Refusal(
    "function",
    label,
    why === undefined ? `${label} is not a built-in function that only computes.` : `${label} is refused: ${why}.`,
    why === undefined ? adviceFor(label) : GENERAL_ADVICE,
  );
}

/** `(value).f` and `alias.f` call the function f on value when there is no such column; no FuncCall node shows it. */
export function checkAttributes(type: string, fields: TreeNode, policy: GuardPolicy): void {
  const names = type === "ColumnRef" ? listField(fields, "fields") : listField(fields, "indirection");
  for (let index = type === "ColumnRef" ? 1 : 0; index < names.length; index++) {
    const name = nameOf(names[index]);
    if (name === undefined) continue;
    checkDeniedFunction([name], policy);
    checkCatalogFunction(name, policy);
    const why = reasonAgainstAttribute(name);
    if (why !== undefined) {
      throw new Refusal(
        "attribute_notation",
        name,
        `${name} in attribute notation would call the function of that name, which is refused: ${why}.`,
        "If it is a column, rename it in a subquery alias: FROM (SELECT ...) AS t(new_name).",
      );
    }
  }
}
