import type { TenantPreview } from "../tenants/records.ts";
import { identifier, invalid, requireFields, text } from "./admin-input.ts";

/** RFC 3339 in UTC, as Date writes it: what is compared with the clock must not be read in two ways. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** The preview that a tenant is to be; nothing when it is left out. */
export function previewInput(value: unknown): { preview?: TenantPreview } {
  if (value === undefined) return {};
  const fields = requireFields(value, ["of", "name", "url", "expiresAt"]);
  const name = text(fields["name"], "preview.name", "");
  const url = text(fields["url"], "preview.url", "");
  const expiresAt = text(fields["expiresAt"], "preview.expiresAt", "");
  if (name === "") throw invalid("preview.name is missing");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw invalid("preview.url must be an http or https URL");
  if (!MOMENT.test(expiresAt) || Number.isNaN(Date.parse(expiresAt)))
    throw invalid("preview.expiresAt must be a moment such as 2026-11-18T14:05:00Z");
  return { preview: { of: identifier(fields["of"], "preview.of"), name, url, expiresAt } };
}
