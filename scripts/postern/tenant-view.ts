import type { Policy, PolicyLimit, PolicySettings, Tenant } from "../admin-records.ts";
import { PROGRAM } from "./command.ts";
import { connectionTable } from "./connection-view.ts";
import { renderTable, showCell } from "./table.ts";

interface Setting {
  name: string;
  value: string;
  isDefault: boolean;
  usual: string;
  what: string;
}

const showRange = ({ least, most, choices }: PolicyLimit): string =>
  choices === undefined ? `${least} to ${most}` : choices.join(", ");

/** Every setting there is, with what the tenant's policy makes of it. */
export function describePolicy(policy: Policy, { limits, flags, lists }: PolicySettings): Setting[] {
  const setting = (name: string, usual: string, what: string): Setting => {
    const given = policy[name] ?? [];
    const value = Array.isArray(given) ? given.join(", ") || usual : JSON.stringify(given);
    return { name, value, isDefault: value === usual, usual, what };
  };
  return [
    ...Object.entries(limits).map(([name, limit]) =>
      setting(name, String(limit.default), `${limit.what} (${showRange(limit)})`),
    ),
    ...Object.entries(flags).map(([name, { what }]) => setting(name, "false", what)),
    ...Object.entries(lists).map(([name, { otherwise, what }]) => setting(name, otherwise, what)),
  ];
}

function policyTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, value, isDefault, usual, what }) => [
    name,
    value,
    isDefault ? "default" : `default is ${usual}`,
    what,
  ]);
  return renderTable(["SETTING", "VALUE", "NOTE", "WHAT"], rows);
}

export function showTenant(tenant: Tenant, settings: PolicySettings, tokens: number): string {
  const { id, name, policy, connections } = tenant;
  return [
    `Tenant ${id}${name === id ? "" : ` (${showCell(name)})`}`,
    "",
    policyTable(describePolicy(policy, settings)),
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
