import type { Connection, Tenant, TokenRecord } from "../tenants/records.ts";

// What leaves the admin API: never a sealed secret, a password or a token's hash.

export const showConnection = ({ sealed: _, ...shown }: Connection) => shown;

export const showTenant = (tenant: Tenant) => ({ ...tenant, connections: tenant.connections.map(showConnection) });

export const showToken = ({ hash: _, ...shown }: TokenRecord) => shown;
