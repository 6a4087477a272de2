import builtinTypes from "../../db/builtin-types.json" with { type: "json" };
import { listField, namesOf, type TreeNode } from "../parse-tree.ts";
import type { GuardPolicy } from "../policy.ts";
import { checkCatalogType } from "./catalog-functions.ts";
import { checkDeniedRelation } from "./denied-names.ts";
import { checkSchema } from "./relations.ts";

// The table quotes "char".
const BUILTIN = new Set(Object.keys(builtinTypes).map((name) => name.replaceAll('"', "")));

/** Checks a type that the query names: those that read the catalogue, and tables, whose rows are types as well. */
export function checkType(typeName: TreeNode, policy: GuardPolicy): void {
  const names = namesOf(listField(typeName, "names"));
  const written = names.at(-1) ?? "";
  const schema = names.at(-2);
  if (schema === undefined || schema === "pg_catalog") checkCatalogType(written, policy);
  // The server looks for built-in types first.
  if (schema === "pg_catalog" || (schema === undefined && BUILTIN.has(written.replace(/^_/, "")))) return;
  // The array type of a table is named like the table, with a low line before it.
  for (const name of new Set([written, written.replace(/^_/, "")])) checkDeniedRelation(schema, name, policy);
  if (schema !== undefined && schema !== "information_schema") checkSchema(schema, `${schema}.${written}`, policy);
}
