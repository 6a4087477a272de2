import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import { type Secrets, statePaths, writeState } from "./state.ts";

export interface TenantSetup {
  id: string;
  name: string;
  databaseUrl: string;
}

/** Makes sure the tenant, its connection and a working token exist; returns the token. */
export async function ensureTenant(admin: AdminClient, setup: TenantSetup, secrets: Secrets): Promise<string> {
  try {
    await admin.createTenant({ id: setup.id, name: setup.name });
  } catch (error) {
    // 409: it is there from an earlier run.
    if (!(error instanceof AdminError && error.status === 409)) throw error;
  }
  // Always sent again: Postgres may have another port than last time.
  await admin.putConnection(setup.id, { id: "main", url: setup.databaseUrl });

  const saved = secrets.tokens[setup.id];
  if (saved) {
    const known = await admin.listTokens(setup.id);
    if (known.some((record) => record.id === saved.id)) return saved.token;
  }
  const { token, record } = await admin.createToken(setup.id, { label: "npm start" });
  secrets.tokens[setup.id] = { id: record.id, token };
  writeState(statePaths.secrets, secrets);
  return token;
}
