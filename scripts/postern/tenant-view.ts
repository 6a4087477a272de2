import type { PolicyLimit, Policy, Tenant } from "../admin-records.ts";
import { PROGRAM } from "./command.ts";
import { connectionTable } from "./connection-view.ts";
import { renderTable, showCell } from "./table.ts";

export function showValue(value: unknown): string {
  if (value === undefined || value === null) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** "default", what it would be, or nothing when the Worker does not tell. */
function noteOf(value: unknown, limit: PolicyLimit | undefined): string {
  if (limit !== undefined) return value === limit.default ? "default" : `default is ${limit.default}`;
  if (typeof value === "boolean") return value ? "default is false" : "default";
  return Array.isArray(value) && value.length === 0 ? "default" : "";
}

function settingRow(name: string, value: unknown, limit: PolicyLimit | undefined): string[] {
  const what = limit === undefined ? "" : `${limit.what} (${limit.least} to ${limit.most})`;
  return [name, showValue(value), noteOf(value, limit), what];
}

/** Every setting; those the tenant was given are told from the defaults. */
export function policyTable(policy: Policy, limits: Record<string, PolicyLimit>): string {
  const rows = Object.entries(policy).map(([name, value]) => settingRow(name, value, limits[name]));
  return renderTable(["SETTING", "VALUE", "NOTE", "WHAT"], rows);
}

export function showTenant(tenant: Tenant, limits: Record<string, PolicyLimit>, tokens: number): string {
  const { id, name, policy, connections } = tenant;
  return [
    `Tenant ${id}${name === id ? "" : ` (${showCell(name)})`}`,
    "",
    policyTable(policy, limits),
    "",
    connectionTable(id, connections),
    "",
    tokens === 0
      ? `No tokens yet. Make one: ${PROGRAM} token create ${id} --label laptop`
      : `${tokens} token${tokens === 1 ? "" : "s"}: ${PROGRAM} token list ${id}`,
  ].join("\n");
}

export function tenantTable(tenants: readonly Tenant[]): string {
  if (tenants.length === 0) return `No tenants yet. Make one: ${PROGRAM} tenant create acme`;
  const rows = tenants.map(({ id, name, connections }) => [
    id,
    name,
    connections.length === 0 ? "none" : connections.map((connection) => connection.id).join(", "),
  ]);
  return renderTable(["TENANT", "NAME", "CONNECTIONS"], rows);
}
