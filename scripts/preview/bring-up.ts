import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../src/errors.ts";
import type { AdminClient } from "../admin-client.ts";
import { AdminError } from "../admin-error.ts";
import type { ConnectionCheck, IssuedToken, Policy } from "../admin-records.ts";
import type { PreviewDatabases } from "./preview-databases.ts";
import { type PreviewId, previewLabel } from "./preview-label.ts";
import { checkAgain, ensureToken, findPreview, saveConnection, saveTenant } from "./preview-tenant.ts";
import { sweep, type Swept } from "./take-down.ts";

/** Where a preview is served, and the admin API of the Worker that serves it. */
export interface PreviewRoute {
  readonly url: string;
  readonly admin: AdminClient;
}

export interface Wish extends PreviewId {
  readonly expiresAt: string;
  readonly token: "keep" | "new" | "none";
  readonly openRoute: (label: string) => Promise<PreviewRoute>;
  readonly databases: PreviewDatabases;
  /** Undefined leaves the defaults, or what the preview has. */
  readonly readPolicy: (route: PreviewRoute) => Promise<Policy | undefined>;
  readonly now: Date;
  readonly progress: (line: string) => void;
}

export interface BroughtUp {
  readonly label: string;
  readonly url: string;
  readonly database: string;
  /** What this run has made; the rest was there. */
  readonly made: readonly string[];
  readonly check: Extract<ConnectionCheck, { reachable: true }>;
  readonly token: IssuedToken | { readonly keptId: string; readonly expiresAt: string | null } | undefined;
  readonly swept: Swept;
}

/** A branch that nobody has used yet takes a moment to wake. */
const WAKING_PAUSES_MS = [500, 2_000, 5_000];

async function connect(admin: AdminClient, label: string, url: string): Promise<BroughtUp["check"]> {
  let check = await saveConnection(admin, label, url);
  for (const pause of WAKING_PAUSES_MS) {
    if (check.reachable || check.code !== "database_not_ready") break;
    await delay(pause);
    check = await checkAgain(admin, label);
  }
  if (check.reachable) return check;
  const next =
    check.code === "connection_rejected"
      ? "A branch has the roles and passwords of its parent, but of a protected parent it gets new ones: leave the database URL out and name --role and --database, so that Neon is asked for them."
      : check.next;
  throw new AppError("database_not_ready", `The preview's database does not admit the reader: ${check.message}`, {
    ...(next === undefined ? {} : { next }),
  });
}

/** The same failure, with what has been made until then and how to go on. */
function interrupted(error: unknown, made: readonly string[], { tenant, name, expiresAt }: Wish): unknown {
  if (made.length === 0 || !(error instanceof Error)) return error;
  const next = error instanceof AdminError ? error.next : error instanceof AppError ? error.details.next : undefined;
  const goOn = `Made before that: ${made.join(", ")}. Run the same command again to go on from there, or preview down ${tenant} --name ${JSON.stringify(name)} to remove it; otherwise it ends at ${expiresAt}.`;
  return new AppError(error instanceof AppError ? error.code : "internal_error", error.message, {
    next: [next, goOn].filter((line) => line !== undefined).join("\n"),
    cause: error,
  });
}

/**
 * Makes what is missing of a preview, in an order in which nothing is of use to anybody before it is complete: the
 * Worker, the database, the tenant, the connection, the token. Nothing is undone when a step fails: the next run finds
 * what is there, and all of it has an end from its first moment on.
 */
export async function bringUp(wish: Wish): Promise<BroughtUp> {
  const { tenant, name, expiresAt, databases, now, progress } = wish;
  const label = previewLabel(wish);
  const made: string[] = [];
  try {
    progress(`Worker for ${label}`);
    const route = await wish.openRoute(label);
    // The first request that needs the admin token, so that a wrong one is noticed before anything is made.
    const swept = await sweep({ admin: route.admin, databases }, undefined, now);
    const policy = await wish.readPolicy(route);
    const known = await findPreview(route.admin, wish);
    progress("Database");
    const { database, isNew } = await databases.ensure(wish, expiresAt);
    if (isNew) made.push(database.title);
    const connectionUrl = await databases.connectionUrl(database);
    progress(`Tenant ${label}`);
    const preview = { of: tenant, name, url: route.url, expiresAt };
    await saveTenant(route.admin, known, { id: label, preview, policy });
    if (known === undefined) made.push(`tenant ${label}`);
    progress("Connection");
    const check = await connect(route.admin, label, connectionUrl);
    const token =
      wish.token === "none" ? undefined : await ensureToken(route.admin, label, { isNew: wish.token === "new", now });
    return { label, url: route.url, database: database.title, made, check, token, swept };
  } catch (error) {
    throw interrupted(error, made, wish);
  }
}
