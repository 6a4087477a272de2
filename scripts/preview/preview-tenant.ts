import { AppError } from "../../src/errors.ts";
import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { IssuedToken, Policy, SavedConnection, Tenant, TenantPreview } from "../admin-records.ts";

/** Within this time Cloudflare KV shows everywhere what was just written; until then it may say there is nothing. */
const SPREAD_MS = 60_000;
const CONNECTION = "main";
const TOKEN_LABEL = "preview up";

export const isMissing = (error: unknown): boolean => error instanceof AdminError && error.status === 404;

/** The tenant when it is there. */
export async function findTenant(admin: AdminClient, id: string): Promise<Tenant | undefined> {
  try {
    return await admin.showTenant(id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A tenant that only has the preview's id is nobody's to change. */
export function requirePreview(tenant: Tenant, wanted: Pick<TenantPreview, "of" | "name">): void {
  const { preview } = tenant;
  if (preview?.of === wanted.of && preview.name === wanted.name) return;
  const what = preview === undefined ? "is no preview" : `is preview "${preview.name}" of ${preview.of}`;
  throw new AppError("conflict", `Tenant ${tenant.id} ${what}, and it is left alone.`, {
    next: "Choose another --name.",
  });
}

/** The policy as a change: a list that is absent in it is taken away. */
async function asChange(admin: AdminClient, policy: Policy): Promise<Policy> {
  const { lists } = await admin.policySettings();
  return { ...Object.fromEntries(Object.keys(lists).map((name) => [name, null])), ...policy };
}

/** Makes the tenant, or moves the end of the one that is there. */
export async function ensureTenant(
  admin: AdminClient,
  id: string,
  preview: TenantPreview,
  policy: Policy | undefined,
): Promise<{ isNew: boolean }> {
  const known = await findTenant(admin, id);
  if (known !== undefined) requirePreview(known, preview);
  const change = policy === undefined ? {} : { policy: await asChange(admin, policy) };
  const fields = { name: `Preview ${preview.name} of ${preview.of}`, preview, ...change };
  if (known === undefined) await admin.createTenant({ id, ...fields });
  else await admin.updateTenant(id, fields);
  return { isNew: known === undefined };
}

/** Repeats what fails only because KV does not show a new tenant everywhere yet. */
async function onceSpread<T>(call: () => Promise<T>): Promise<T> {
  const ends = Date.now() + SPREAD_MS;
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await call();
    } catch (error) {
      if (!isMissing(error) || Date.now() + pause > ends) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

export async function saveConnection(admin: AdminClient, tenant: string, url: string): Promise<SavedConnection> {
  return await onceSpread(() => admin.putConnection(tenant, { id: CONNECTION, url }));
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
  const tokens = await onceSpread(() => admin.listTokens(tenant));
  const live = tokens.filter(
    ({ label, expiresAt }) => label === TOKEN_LABEL && (expiresAt === null || Date.parse(expiresAt) > now.getTime()),
  );
  const [kept] = live;
  if (kept !== undefined && !isNew) return { keptId: kept.id, expiresAt: kept.expiresAt };
  const made = await onceSpread(() => admin.createToken(tenant, { label: TOKEN_LABEL }));
  // The new one first: a failure in between leaves one too many, never none.
  for (const { id } of live) await admin.revokeToken(tenant, id, { now: false });
  return made;
}
