import { type Command, defineCommand, PROGRAM, UsageError } from "./command.ts";
import { ASKS_FIRST, YES } from "./confirm.ts";
import { showMoment } from "./show-date.ts";
import { TENANT } from "./tenant-argument.ts";
import { showNewToken, showRevocation, tokenTable } from "./token-view.ts";

const TOKEN = { name: "id", what: "the token's id, as token list shows it; not the token itself" } as const;
const OVERLAP_HOURS = 24;

function readNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least)
    throw new UsageError(`--${name} must be a whole number, ${least} or more`);
  return value;
}

/** A token pasted where its id belongs would end up in URLs and logs. */
function readId(id: string): string {
  if (id.startsWith("pst_")) throw new UsageError("<id> is the token's id, as token list shows it, not the token");
  return id;
}

const create = defineCommand({
  name: "token create",
  summary: "Make a token for an assistant and show it, once",
  details: [
    "Only a hash of it is stored, so it cannot be shown again. It can do no more than the tenant's policy and the database role allow.",
  ],
  arguments: [TENANT],
  options: {
    label: { type: "string", value: "text", what: "to know it again in lists", otherwise: "none" },
    subject: {
      type: "string",
      value: "provider|subject",
      what: "who uses it; row level security reads it as auth.user_id",
      otherwise: "postern|<token id>",
    },
    email: { type: "string", value: "address", what: "read as auth.user_email", otherwise: "none" },
    role: {
      type: "string",
      value: "name",
      what: "the database role that its transactions take on",
      otherwise: "the connection's own",
    },
    scope: { type: "string", multiple: true, value: "scope", what: "read, write or admin", otherwise: "read" },
    connection: {
      type: "string",
      multiple: true,
      value: "id",
      what: "a connection it may use, and no other",
      otherwise: "all of the tenant",
    },
    "expires-in-days": { type: "string", value: "n", what: "how long it is accepted", otherwise: "it never expires" },
  },
  examples: [
    { line: "token create acme --label laptop --expires-in-days 90", what: "For your own assistant." },
    {
      line: "token create acme --subject 'auth0|42' --email ada@example.com --role app_user --connection main",
      what: "For one user of an application, seen as that user by row level security, on one database.",
    },
  ],
  next: "Paste it into the assistant's configuration; the output shows the line for Claude Code.",
  async run({ admin, workerUrl: url, now }, { tenant }, options) {
    const { label, subject, email, role, scope, connection, "expires-in-days": days } = options;
    const made = await admin.createToken(tenant, {
      ...(label === undefined ? {} : { label }),
      ...(subject === undefined ? {} : { subject }),
      ...(email === undefined ? {} : { email }),
      ...(role === undefined ? {} : { role }),
      ...(scope.length === 0 ? {} : { scopes: [...scope] }),
      ...(connection.length === 0 ? {} : { connections: [...connection] }),
      ...(days === undefined ? {} : { expiresInDays: readNumber("expires-in-days", days, 1) }),
    });
    return { data: made, text: showNewToken(made.token, made.record, { url, now }) };
  },
});

const list = defineCommand({
  name: "token list",
  summary: "List a tenant's tokens: labels, scopes, expiry, last use",
  details: ["The last use is noted once an hour at most."],
  arguments: [TENANT],
  options: {},
  examples: [{ line: "token list acme", what: "Every token of acme; the tokens themselves are not stored." }],
  next: `End one: ${PROGRAM} token revoke <tenant> <id>`,
  async run({ admin, now }, { tenant }) {
    const tokens = await admin.listTokens(tenant);
    return { data: tokens, text: tokenTable(tenant, tokens, now) };
  },
});

const revoke = defineCommand({
  name: "token revoke",
  summary: "End a token",
  details: [
    "It is forgotten by the instance of the Worker that answers; other instances follow within half a minute, and Cloudflare KV spreads the deletion within about a minute.",
    `With --now the statements that run with it are cancelled too. ${ASKS_FIRST}`,
  ],
  arguments: [TENANT, TOKEN],
  options: {
    now: { type: "boolean", what: "also cancel its running statements, and tell what can be promised" },
    ...YES,
  },
  examples: [
    { line: "token revoke acme 7Qm2xV9bRk4TzN1c", what: "It was only for a while." },
    { line: "token revoke acme 7Qm2xV9bRk4TzN1c --now --yes", what: "It has leaked." },
  ],
  next: "After a leak, change the password of the database role as well: only that is certain at once.",
  async run({ admin, confirm }, { tenant, id }, { now, yes }) {
    const token = readId(id);
    if (!yes) await confirm(`Revoke token ${token} of tenant ${tenant}?`);
    const revocation = await admin.revokeToken(tenant, token, { now });
    return { data: revocation, text: showRevocation(revocation, now) };
  },
});

const rotate = defineCommand({
  name: "token rotate",
  summary: "Replace a token by a new one with the same rights and show it, once",
  details: ["Both are accepted for a while, so that clients can be changed one after the other."],
  arguments: [TENANT, TOKEN],
  options: {
    "overlap-hours": {
      type: "string",
      value: "n",
      what: "how long the old one is still accepted; 0 ends it at once",
      otherwise: String(OVERLAP_HOURS),
    },
  },
  examples: [
    { line: "token rotate acme 7Qm2xV9bRk4TzN1c", what: "A day to change over." },
    { line: "token rotate acme 7Qm2xV9bRk4TzN1c --overlap-hours 0", what: "The old one has leaked." },
  ],
  next: `Paste the new token into the client; ${PROGRAM} token list <tenant> shows when the old one ends.`,
  async run({ admin, workerUrl: url, now }, { tenant, id }, { "overlap-hours": given }) {
    const hours = given === undefined ? OVERLAP_HOURS : readNumber("overlap-hours", given, 0);
    const rotated = await admin.rotateToken(tenant, readId(id), hours);
    const { expiresAt } = rotated.previous;
    const until =
      hours === 0 || expiresAt === null
        ? "is no longer accepted"
        : `is accepted until ${showMoment(expiresAt, now)}, UTC`;
    const text = `${showNewToken(rotated.token, rotated.record, { url, now })}\n\nThe old token ${id} ${until}.`;
    return { data: rotated, text };
  },
});

export const TOKEN_COMMANDS: readonly Command[] = [create, list, revoke, rotate];
