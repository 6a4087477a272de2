import { adminClient } from "../admin-client.ts";
import { generate } from "../local/generate.ts";
import { readLocalServer } from "../local/state.ts";
import type { PreviewRoute, Wish } from "../preview/bring-up.ts";
import type { PreviewPlace } from "../preview/list-previews.ts";
import { localDatabases } from "../preview/local-databases.ts";
import { neonDatabases } from "../preview/neon-databases.ts";
import { sharedUrl, untilServed } from "../preview/open-route.ts";
import type { PreviewDatabases } from "../preview/preview-databases.ts";
import { uploadVersion } from "../preview/worker-version.ts";
import { type Session, UsageError } from "./command.ts";
import { chooseLogin, deployedUrl, type LoginOptions, openNeon, previewToken, production } from "./preview-settings.ts";

export interface PlaceOptions {
  readonly local: boolean;
  readonly "neon-project": string | undefined;
}

export interface UpOptions extends PlaceOptions, LoginOptions {
  readonly "neon-parent": string | undefined;
  readonly "policy-from": string | undefined;
  readonly "no-version": boolean;
}

/** What differs between previews on this machine and those on Neon and Cloudflare. */
export type UpPlace = Pick<Wish, "openRoute" | "databases" | "readPolicy">;

function remoteRoute(session: Session, isShared: boolean): UpPlace["openRoute"] {
  const adminToken = previewToken(session);
  const deployed = deployedUrl(session);
  if (isShared && deployed === undefined)
    throw new UsageError("--no-version needs --url or PREVIEW_URL: the address of the preview Worker");
  return async (label): Promise<PreviewRoute> => {
    if (isShared && deployed !== undefined)
      return { url: sharedUrl(deployed, label), admin: adminClient({ url: deployed, adminToken }) };
    await generate();
    const url = await uploadVersion(label, session.env);
    if (deployed === undefined) await untilServed(url);
    return { url, admin: adminClient({ url: deployed ?? url, adminToken }) };
  };
}

function openLocal(session: Session, tenant: string): PreviewDatabases {
  const server = readLocalServer();
  if (server === undefined)
    throw new UsageError(
      "--local copies the sample: start it in another terminal with npm start, without --database-url",
    );
  return localDatabases(server, async () => {
    const [connection] = await session.admin.listConnections(tenant);
    if (connection?.user === decodeURIComponent(new URL(server.readerUrl).username)) return connection.database;
    throw new UsageError(`--local copies the sample's database, which tenant ${tenant} is not connected to`);
  });
}

export async function upPlace(session: Session, tenant: string, options: UpOptions): Promise<UpPlace> {
  if (options.local) {
    const { admin, workerUrl } = session;
    return {
      openRoute: async (label) => ({ url: sharedUrl(workerUrl, label), admin }),
      databases: openLocal(session, tenant),
      readPolicy: async () => (await admin.showTenant(tenant)).policy,
    };
  }
  const neon = openNeon(session, options["neon-project"]);
  const openRoute = remoteRoute(session, options["no-version"]);
  const origin = production(session, options["policy-from"]);
  const login = await chooseLogin(session, tenant, options, origin);
  return {
    openRoute,
    databases: neonDatabases(neon, { parentId: options["neon-parent"], login, now: session.now }),
    readPolicy: async () => (await origin?.showTenant(tenant))?.policy,
  };
}

/** For commands that look and remove, which need no login of a reader. */
export function lookPlace(session: Session, options: PlaceOptions): PreviewPlace {
  if (options.local) return { admin: session.admin, databases: openLocal(session, "") };
  const neon = openNeon(session, options["neon-project"]);
  const url = deployedUrl(session);
  if (url === undefined) throw new UsageError("Give --url or set PREVIEW_URL: the address of the preview Worker");
  const admin = adminClient({ url, adminToken: previewToken(session) });
  return { admin, databases: neonDatabases(neon, { now: session.now }) };
}
