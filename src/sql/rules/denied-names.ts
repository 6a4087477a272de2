import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

const NEXT = "Do without it; only the operator can change this.";

/** Applies the policy's own list. `parts` is the name as written, with or without its schema. */
export function checkDeniedFunction(parts: readonly string[], policy: GuardPolicy): void {
  const denied = policy.deniedFunctions;
  if (denied === undefined || denied.length === 0) return;
  const label = parts.join(".");
  const name = parts.at(-1) ?? "";
  // Unqualified, it may be the function of any schema.
  const refused = denied.some((entry) => {
    return entry === name || entry === label || (parts.length === 1 && entry.endsWith(`.${name}`));
  });
  if (refused) throw new Refusal("denied_function", label, `The function ${label} is denied here.`, NEXT);
}

export function checkDeniedRelation(schema: string | undefined, name: string, policy: GuardPolicy): void {
  const denied = policy.deniedRelations;
  if (denied === undefined || denied.length === 0) return;
  const refused = denied.some((entry) => {
    const dot = entry.lastIndexOf(".");
    const deniedName = entry.slice(dot + 1);
    if (deniedName !== "*" && deniedName !== name) return false;
    if (dot < 0) return true;
    const deniedSchema = entry.slice(0, dot);
    return schema === undefined ? mayFind(deniedSchema, deniedName === "*", policy) : schema === deniedSchema;
  });
  if (!refused) return;
  const label = schema === undefined ? name : `${schema}.${name}`;
  const next = schema === undefined ? `${NEXT} A table of that name in another schema needs its schema.` : NEXT;
  throw new Refusal("denied_relation", label, `${label} is denied here.`, next);
}

/** Whether an unqualified name may be found in the schema; without allowedSchemas the server's search path decides. */
function mayFind(schema: string, whole: boolean, policy: GuardPolicy): boolean {
  if (policy.allowedSchemas !== undefined) return policy.allowedSchemas.includes(schema);
  // A whole schema is taken to be off the search path, unless it is the one that every path holds.
  return !whole || schema === "public";
}
