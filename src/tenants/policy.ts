import { policyLimits, type PolicyLimit } from "../config.ts";
import type { TenantPolicy } from "./records.ts";

export const limitNames = Object.keys(policyLimits) as readonly PolicyLimit[];

/** Fills what a policy leaves out, also in records written before a limit existed. */
export function completePolicy(given: Partial<TenantPolicy>): TenantPolicy {
  const limits = Object.fromEntries(limitNames.map((name) => [name, policyLimits[name].default]));
  return {
    ...(limits as Record<PolicyLimit, number>),
    allowCatalog: false,
    auditToDatabase: false,
    allowedFunctions: [],
    deniedFunctions: [],
    deniedRelations: [],
    ...given,
  };
}
