import type { TenantPreview } from "./records.ts";

/** When a token ends that is to last so long, or for ever. One of a preview ends with it, at the latest. */
export function tokenEnd(lifetimeMs: number | null, preview: TenantPreview | undefined, now: number): string | null {
  const ends = [
    ...(lifetimeMs === null ? [] : [now + lifetimeMs]),
    ...(preview === undefined ? [] : [Date.parse(preview.expiresAt)]),
  ];
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString();
}
