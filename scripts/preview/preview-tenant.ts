import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../src/errors.ts";
import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { ConnectionCheck, IssuedToken, Policy, Tenant, TenantPreview } from "../admin-records.ts";
import { onceSpread } from "../setup/once-spread.ts";
import { type PreviewId, previewLabel } from "./preview-label.ts";

const CONNECTION = "main";
const TOKEN_LABEL = "preview up";

const isMissing = (error: unknown): boolean => error instanceof AdminError && error.status === 404;

/**
 * The preview's tenant when it is there. One that only has its id is nobody's to change, and an error.
 */
export async function findPreview(admin: AdminClient, id: PreviewId): Promise<Tenant | undefined> {
  const label = previewLabel(id);
  let found: Tenant;
  try {
    found = await admin.showTenant(label);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const { preview } = found;
  if (preview?.of === id.tenant && preview.name === id.name) return found;
  const what = preview === undefined ? "is no preview" : `is preview "${preview.name}" of ${preview.of}`;
  throw new AppError("conflict", `Tenant ${label} ${what}, and it is left alone.`, { next: "Choose another --name." });
}

/** The policy as a change: a list that is absent in it is taken away. */
async function asChange(admin: AdminClient, policy: Policy): Promise<Policy> {
  const { lists } = await admin.policySettings();
  return { ...Object.fromEntries(Object.keys(lists).map((name) => [name, null])), ...policy };
}

/** Makes the tenant, or moves the end of the one that is there. */
export async function saveTenant(
  admin: AdminClient,
  known: Tenant | undefined,
  { id, preview, policy }: { id: string; preview: TenantPreview; policy: Policy | undefined },
): Promise<void> {
  const change = policy === undefined ? {} : { policy: await asChange(admin, policy) };
  const fields = { name: `Preview ${preview.name} of ${preview.of}`, preview, ...change };
  await (known === undefined ? admin.createTenant({ id, ...fields }) : admin.updateTenant(id, fields));
}

export async function saveConnection(admin: AdminClient, tenant: string, url: string): Promise<ConnectionCheck> {
  return (await onceSpread(() => admin.putConnection(tenant, { id: CONNECTION, url }), wait)).check;
}

export async function checkAgain(admin: AdminClient, tenant: string): Promise<ConnectionCheck> {
  return await onceSpread(() => admin.checkConnection(tenant, CONNECTION), wait);
}

export interface TokenWish {
  /** Ends those that are there. */
  readonly isNew: boolean;
  readonly now: Date;
}

/** A token that is shown now, or the id of one that was shown when it was made. */
export async function ensureToken(
  admin: AdminClient,
  tenant: string,
  { isNew, now }: TokenWish,
): Promise<IssuedToken | { keptId: string; expiresAt: string | null }> {
  const tokens = await onceSpread(() => admin.listTokens(tenant), wait);
  const live = tokens.filter(
    ({ label, expiresAt }) => label === TOKEN_LABEL && (expiresAt === null || Date.parse(expiresAt) > now.getTime()),
  );
  const [kept] = live;
  if (kept !== undefined && !isNew) return { keptId: kept.id, expiresAt: kept.expiresAt };
  const made = await onceSpread(() => admin.createToken(tenant, { label: TOKEN_LABEL }), wait);
  // The new one first: a failure in between leaves one too many, never none.
  for (const { id } of live) await admin.revokeToken(tenant, id, { now: false });
  return made;
}
