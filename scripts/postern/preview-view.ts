import { renderPanel } from "../local/panel.ts";
import type { BroughtUp } from "../preview/bring-up.ts";
import type { Preview } from "../preview/list-previews.ts";
import type { PreviewId } from "../preview/preview-label.ts";
import type { Swept } from "../preview/take-down.ts";
import { showCheck } from "./check-report.ts";
import { PROGRAM } from "./command.ts";
import { showMoment } from "./show-date.ts";
import { renderTable, showCell } from "./table.ts";

export const showPreview = ({ tenant, name }: PreviewId): string => `preview ${showCell(name)} of ${tenant}`;

/** What a client calls; nothing is served at a preview's own address where it is a path. */
const mcpUrl = (url: string): string => `${url}/mcp`;

export function showSwept({ removed, failed }: Swept): string[] {
  return [
    ...removed.map((preview) => `Removed ${showPreview(preview)}, which had expired.`),
    ...failed.map(
      ({ preview, message }) => `Preview ${showCell(preview.name)} of ${preview.tenant} has expired, but: ${message}`,
    ),
  ];
}

interface Shown extends PreviewId {
  readonly expiresAt: string;
  readonly now: Date;
  readonly isSample: boolean;
}

/** What there is now, and what to paste where. */
export function showBroughtUp(up: BroughtUp, shown: Shown): string {
  const { label, url, database, made, check, token } = up;
  const isNew = made.length > 0;
  const lines = [
    `Preview ${showCell(shown.name)} of ${shown.tenant} is ${isNew ? "up" : "up to date"}; it ends ${showMoment(shown.expiresAt, shown.now)}, UTC.`,
    `  MCP URL   ${mcpUrl(url)}`,
    `  Tenant    ${label}`,
    `  Copy      ${showCell(database)}`,
    showCheck({ id: "main", check }),
  ];
  if (token === undefined)
    lines.push(
      "",
      `No token was made. Make one with the preview Worker's ADMIN_TOKEN: ${PROGRAM} token create ${label} --url ${new URL(url).origin}`,
    );
  else if ("keptId" in token)
    lines.push(
      "",
      `Its token ${token.keptId} was shown when it was made; it ends ${token.expiresAt === null ? "with the preview" : showMoment(token.expiresAt, shown.now)}. A new one in its place: --new-token`,
    );
  else
    lines.push(
      "",
      "The token is shown only this once.",
      renderPanel({ name: `postern-${label}`, url, token: token.token, isSample: shown.isSample }),
    );
  return lines.join("\n");
}

export function previewTable(previews: readonly Preview[], now: Date): string {
  if (previews.length === 0) return `No previews. Make one: ${PROGRAM} preview up <tenant> --name pr-12`;
  const rows = previews.map(({ tenant, name, state, expiresAt, url, database = "" }) => [
    tenant,
    name,
    state,
    expiresAt === undefined ? "never" : showMoment(expiresAt, now),
    url === undefined ? "" : mcpUrl(url),
    database,
  ]);
  return renderTable(["TENANT", "PREVIEW", "STATE", "EXPIRES (UTC)", "MCP URL", "DATABASE"], rows);
}
