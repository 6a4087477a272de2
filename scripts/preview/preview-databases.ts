import type { PreviewId } from "./preview-label.ts";

/** A copy of a tenant's database that is there for a preview. */
export interface PreviewDatabase extends PreviewId {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Undefined where it was made by other means and has no end. */
  readonly expiresAt: string | undefined;
}

export interface Ensured {
  readonly database: PreviewDatabase;
  readonly isNew: boolean;
}

/** Where the databases of previews come from. Every call can be repeated. */
export interface PreviewDatabases {
  list(tenant: string | undefined): Promise<readonly PreviewDatabase[]>;
  /** Finds it and moves its end, or makes it. */
  ensure(wanted: PreviewId, expiresAt: string): Promise<Ensured>;
  /** Of the tenant's reader, password included. */
  connectionUrl(database: PreviewDatabase): Promise<string>;
  remove(database: PreviewDatabase): Promise<void>;
}

/** The database of one preview, if there is one. */
export async function findDatabase(
  databases: PreviewDatabases,
  { tenant, name }: PreviewId,
): Promise<PreviewDatabase | undefined> {
  return (await databases.list(tenant)).find((database) => database.tenant === tenant && database.name === name);
}
