import { findDatabase } from "./preview-databases.ts";
import { listPreviews, type Preview, type PreviewPlace } from "./list-previews.ts";
import { type PreviewId, previewLabel } from "./preview-label.ts";
import { findPreview } from "./preview-tenant.ts";

/**
 * Removes what there is of a preview: its tenant with connections and tokens, then its database. What fails can be
 * repeated, and nobody is admitted any more from the first step on.
 */
export async function takeDown({ admin, databases }: PreviewPlace, id: PreviewId): Promise<string[]> {
  const label = previewLabel(id);
  const removed: string[] = [];
  if ((await findPreview(admin, id)) !== undefined) {
    await admin.deleteTenant(label);
    removed.push(`tenant ${label}`);
  }
  const database = await findDatabase(databases, id);
  if (database !== undefined) {
    await databases.remove(database);
    removed.push(database.title);
  }
  return removed;
}

export interface Swept {
  readonly removed: readonly Preview[];
  readonly failed: readonly { readonly preview: Preview; readonly message: string }[];
}

/** Takes down what has expired. One that cannot be removed does not keep the others. */
export async function sweep(place: PreviewPlace, tenant: string | undefined, now: Date): Promise<Swept> {
  const expired = (await listPreviews(place, tenant, now)).filter(({ state }) => state === "expired");
  const removed: Preview[] = [];
  const failed: { preview: Preview; message: string }[] = [];
  for (const preview of expired) {
    try {
      await takeDown(place, preview);
      removed.push(preview);
    } catch (error) {
      failed.push({ preview, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { removed, failed };
}
