import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { NewToken } from "../admin-records.ts";
import type { CheckedConnection } from "../postern/check-report.ts";
import { type Secrets, statePaths, writeState } from "./state.ts";

export interface TenantSetup {
  id: string;
  name: string;
  databaseUrl: string;
}

export interface ReadyTenant {
  token: string;
  connection: CheckedConnection;
}

/** Makes sure the tenant, its connection and a working token exist. */
export async function ensureTenant(
  admin: AdminClient,
  setup: TenantSetup,
  secrets: Secrets,
  newToken: NewToken,
): Promise<ReadyTenant> {
  try {
    await admin.createTenant({ id: setup.id, name: setup.name });
  } catch (error) {
    // 409: it is there from an earlier run.
    if (!(error instanceof AdminError && error.status === 409)) throw error;
  }
  // Always sent again: Postgres may have another port than last time.
  const { check } = await admin.putConnection(setup.id, { id: "main", url: setup.databaseUrl });
  return { token: await ensureToken(admin, setup.id, secrets, newToken), connection: { id: "main", check } };
}

async function ensureToken(admin: AdminClient, tenant: string, secrets: Secrets, newToken: NewToken): Promise<string> {
  const saved = secrets.tokens[tenant];
  if (saved) {
    const known = await admin.listTokens(tenant);
    if (known.some((record) => record.id === saved.id)) return saved.token;
  }
  const { token, record } = await admin.createToken(tenant, newToken);
  secrets.tokens[tenant] = { id: record.id, token };
  writeState(statePaths.secrets, secrets);
  return token;
}
