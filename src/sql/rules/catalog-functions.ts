import type { GuardPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

// They print what the catalogue holds, source code of functions included, for any object id a query counts up to.
const PREFIX = "pg_get_";
const OPEN = new Set(["pg_get_keywords", "pg_get_serial_sequence", "pg_get_userbyid"]);

/** Keeps the catalogue closed to functions too when the policy closes it. */
export function checkCatalogFunction(name: string, policy: GuardPolicy): void {
  if (policy.allowCatalog || !name.startsWith(PREFIX) || OPEN.has(name)) return;
  throw new Refusal(
    "catalog",
    name,
    `${name} reads the system catalogue, which may not be read here.`,
    "Use the schema tools and resources.",
  );
}
