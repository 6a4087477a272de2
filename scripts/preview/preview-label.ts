import { createHash } from "node:crypto";
import { AppError } from "../../src/errors.ts";
import { identifierShape } from "../../src/tenants/identifier-shape.ts";

/** Which preview: its tenant, and its name among those of the tenant. */
export interface PreviewId {
  readonly tenant: string;
  readonly name: string;
}

/**
 * Cloudflare serves an alias as `<alias>-<worker>.<subdomain>.workers.dev`, whose first part may have 63 characters;
 * this leaves 22 for the Worker's name.
 */
const LONGEST = 40;
const HASH_LENGTH = 6;
const PLAIN_TENANT = /^[a-z][a-z0-9]*$/;

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/**
 * The preview's name as an alias, a tenant's id and part of a database's name: `acme-pr-12`. Where reading it backwards
 * would be ambiguous, or something had to be left out, a hash of both names makes it this preview's own.
 */
export function previewLabel({ tenant, name }: PreviewId): string {
  const plain = `${tenant}-${name}`;
  const isFaithful = PLAIN_TENANT.test(tenant) && slug(name) === name && plain.length <= LONGEST;
  if (isFaithful) return plain;
  const hash = createHash("sha256").update(`${tenant}/${name}`).digest("hex").slice(0, HASH_LENGTH);
  const wordy = slug(`${tenant}-${name}`);
  // An alias begins with a letter.
  const lettered = /^[a-z]/.test(wordy) ? wordy : `p-${wordy}`;
  const body = lettered.slice(0, LONGEST - HASH_LENGTH - 1).replace(/-+$/, "");
  return `${body}-${hash}`;
}

const wrong = (message: string, next: string): AppError => new AppError("bad_request", message, { next });

/** The names as a person or a workflow gives them; pull requests and branches have odd ones, too. */
export function checkNames({ tenant, name }: PreviewId): PreviewId {
  if (!identifierShape.test(tenant))
    throw wrong(
      "A tenant's id has 1 to 63 lower-case letters, digits, hyphens and underscores.",
      "Give that of the tenant.",
    );
  if (name.trim() === "" || name.length > 100 || /\p{Cc}/u.test(name))
    throw wrong(
      "A preview's name has 1 to 100 characters, all of them visible.",
      "Call it after what it is for: pr-12.",
    );
  return { tenant, name };
}
