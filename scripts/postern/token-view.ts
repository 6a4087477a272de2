import type { Revocation, TokenRecord } from "../admin-records.ts";
import { PROGRAM } from "./command.ts";
import { showDate, showMoment } from "./show-date.ts";
import { renderTable, showCell } from "./table.ts";

export const showExpiry = ({ expiresAt }: TokenRecord, now: Date): string =>
  expiresAt === null ? "never" : showMoment(expiresAt, now);

/** The subject that Postern makes up from the id of a token, and leaves to those that replace it. */
const MADE_UP = /^postern\|[A-Za-z0-9]{16}$/;

/** Whom the database sees. */
function showPerson({ subject, email }: TokenRecord): string {
  return [...(MADE_UP.test(subject) ? [] : [subject]), ...(email === undefined ? [] : [email])].join(" ");
}

function showNote({ expiresAt, rotatedFrom, rotatedTo }: TokenRecord, now: Date): string {
  return [
    ...(expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? ["expired"] : []),
    ...(rotatedFrom === undefined ? [] : [`replaces ${rotatedFrom}`]),
    ...(rotatedTo === undefined ? [] : [`replaced by ${rotatedTo}`]),
  ].join(", ");
}

export function tokenTable(tenant: string, tokens: readonly TokenRecord[], now: Date): string {
  if (tokens.length === 0) return `No tokens yet. Make one: ${PROGRAM} token create ${tenant} --label laptop`;
  // Where no token says it, neither column is worth its place.
  const isLimited = tokens.some(({ connections }) => connections !== undefined);
  const isTracked = tokens.some(({ lastUsedAt }) => lastUsedAt !== undefined);
  const rows = tokens.map((token) => [
    token.id,
    token.label,
    token.scopes.join(","),
    showPerson(token),
    token.role ?? "",
    isLimited ? (token.connections?.join(",") ?? "all") : "",
    showDate(token.createdAt),
    showExpiry(token, now),
    isTracked ? (token.lastUsedAt === undefined ? "never" : showMoment(token.lastUsedAt, now)) : "",
    showNote(token, now),
  ]);
  const header = ["TOKEN", "LABEL", "SCOPES", "PERSON", "ROLE", "CONNECTIONS", "MADE (UTC)", "EXPIRES (UTC)"];
  return renderTable([...header, "LAST USED (UTC)", "NOTE"], rows);
}

/** The token itself stands on a line of its own, once. */
export function showNewToken(token: string, record: TokenRecord, { url, now }: { url: string; now: Date }): string {
  const label = record.label === "" ? "" : ` "${showCell(record.label)}"`;
  return [
    `Token ${record.id}${label} of tenant ${record.tenant}: ${record.scopes.join(", ")}; expires ${showExpiry(record, now)}.`,
    "",
    token,
    "",
    "It is shown only this once. In Claude Code, with the token in place of TOKEN:",
    `claude mcp add --transport http postern ${new URL("/mcp", url).href} --header "Authorization: Bearer TOKEN"`,
  ].join("\n");
}

/** What can be promised of a revocation, and no more. */
export function showRevocation(revocation: Revocation, now: boolean): string {
  const { revoked, isolateCacheSeconds, kvSeconds, cancelledStatements = 0, unreachedConnections = [] } = revocation;
  const done = `Revoked token ${revoked}.`;
  const spread = `Other instances forget it within ${isolateCacheSeconds} seconds, and Cloudflare KV spreads the deletion within about ${kvSeconds} seconds.`;
  if (!now) return `${done}\n${spread}`;
  const unreached = unreachedConnections.join(", ");
  return [
    done,
    "The instance of the Worker that answered refuses it from now on.",
    spread,
    `Statements of the token that were running and are cancelled: ${cancelledStatements}.`,
    ...(unreached === "" ? [] : [`Not asked, because the database does not answer: ${showCell(unreached)}.`]),
    "For certainty beyond that, change the password of the database role and save the connection again.",
  ].join("\n");
}
