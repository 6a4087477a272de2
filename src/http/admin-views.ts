import type { Connection, ModelSettings, ModelsRecord, Tenant, TokenRecord } from "../tenants/records.ts";

// What leaves the admin API: never a sealed secret, a password or a token's hash.

export const showConnection = ({ sealed: _, ...shown }: Connection) => shown;

const showModel = ({ sealed, ...shown }: ModelSettings) => ({ ...shown, hasKey: sealed !== undefined });

export const showModels = ({ embedding, text }: ModelsRecord) => ({
  ...(embedding === undefined ? {} : { embedding: showModel(embedding) }),
  ...(text === undefined ? {} : { text: showModel(text) }),
});

export const showTenant = (tenant: Tenant) => ({
  ...tenant,
  connections: tenant.connections.map(showConnection),
  models: showModels(tenant.models),
});

export const showToken = ({ hash: _, ...shown }: TokenRecord) => shown;
