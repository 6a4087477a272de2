import type { AdminClient } from "../admin-client.ts";
import type { PreviewDatabases } from "./preview-databases.ts";
import { type PreviewId, previewLabel } from "./preview-label.ts";

/** Where the parts of previews are: tenants of a Worker, and databases. */
export interface PreviewPlace {
  readonly admin: AdminClient;
  readonly databases: PreviewDatabases;
}

/** What there is of a preview; nothing else remembers it. */
export interface Preview extends PreviewId {
  /** The id of its tenant, and its alias. */
  readonly label: string;
  /** Undefined when there is no tenant. */
  readonly url: string | undefined;
  /** Undefined when there is no database. */
  readonly database: string | undefined;
  readonly expiresAt: string | undefined;
  readonly state: "ready" | "incomplete" | "expired";
}

type Part = Pick<Preview, "tenant" | "name" | "url" | "database" | "expiresAt">;

/** The earlier end counts: from then on one of the two is gone. */
function earliest(parts: readonly Part[]): string | undefined {
  const ends = parts.flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
}

function stateOf({ url, database, expiresAt }: Part, now: Date): Preview["state"] {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()) return "expired";
  return url === undefined || database === undefined ? "incomplete" : "ready";
}

function join(label: string, id: PreviewId, parts: readonly Part[], now: Date): Preview {
  const whole = {
    tenant: id.tenant,
    name: id.name,
    url: parts.find(({ url }) => url !== undefined)?.url,
    database: parts.find(({ database }) => database !== undefined)?.database,
    expiresAt: earliest(parts),
  };
  return { label, ...whole, state: stateOf(whole, now) };
}

/** Every preview of a tenant, or of all, also those of which only a part is there. */
export async function listPreviews(
  { admin, databases }: PreviewPlace,
  tenant: string | undefined,
  now: Date,
): Promise<Preview[]> {
  const tenants = (await admin.listTenants())
    .flatMap(({ preview }) => preview ?? [])
    .filter(({ of }) => tenant === undefined || of === tenant)
    .map(({ of, name, url, expiresAt }): Part => ({ tenant: of, name, url, database: undefined, expiresAt }));
  const found = (await databases.list(tenant))
    .filter(({ name }) => name !== "")
    .map(
      ({ tenant: of, name, title, expiresAt }): Part => ({
        tenant: of,
        name,
        url: undefined,
        database: title,
        expiresAt,
      }),
    );
  const byLabel = Map.groupBy([...tenants, ...found], previewLabel);
  return [...byLabel]
    .flatMap(([label, parts]) => (parts[0] === undefined ? [] : join(label, parts[0], parts, now)))
    .toSorted((a, b) => a.tenant.localeCompare(b.tenant) || a.name.localeCompare(b.name));
}
