import { adminClient, type AdminClient } from "../admin-client.ts";
import { adminTokenOf } from "../local/deployed.ts";
import { type NeonClient, neonClient } from "../neon/neon-client.ts";
import { type BranchLogin, onHost } from "../preview/neon-databases.ts";
import { isSafeAddress } from "../worker-address.ts";
import { type Session, UsageError } from "./command.ts";

/** A setting that goes into a header, where one with an odd character would be refused by an error that shows it. */
function required(name: string, value: string | undefined, what: string): string {
  const text = value?.trim() ?? "";
  if (text === "") throw new UsageError(`Set ${name}: ${what}`);
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError(`${name} holds a space or another character that none has`);
  return text;
}

/** A setting, or what the setup has saved for the Worker at this very address. */
function adminTokenFor(url: string | undefined, given: string | undefined): string | undefined {
  return given || (url === undefined ? undefined : adminTokenOf(new URL(url).origin));
}

/** The preview Worker's own admin token, which need not be production's. */
export function previewToken(session: Session): string {
  const { env } = session;
  const own = adminTokenFor(deployedUrl(session), env["PREVIEW_ADMIN_TOKEN"] || env["ADMIN_TOKEN"]);
  return required(
    "PREVIEW_ADMIN_TOKEN",
    own,
    "the preview Worker's admin token. Where it was deployed from this checkout, its address as PREVIEW_URL is enough",
  );
}

/** The address that a variable or an option names; undefined where it is not set. */
function addressIn(name: string, given: string | undefined): string | undefined {
  if (given === undefined || given === "") return undefined;
  if (isSafeAddress(given)) return given;
  // Not repeated: somebody may have pasted another setting.
  throw new UsageError(`${name} must be an https URL; without TLS only on this machine`);
}

/** Where the preview Worker is reached whatever versions it has; undefined where only an upload tells. */
export const deployedUrl = ({ givenUrl, env }: Session): string | undefined =>
  givenUrl ?? addressIn("PREVIEW_URL", env["PREVIEW_URL"]);

export function openNeon({ env }: Session, project: string | undefined): NeonClient {
  return neonClient({
    apiKey: required(
      "NEON_API_KEY",
      env["NEON_API_KEY"],
      "a key of Neon's API, from its console; or add --local, for the sample that npm start runs",
    ),
    projectId: required(
      "NEON_PROJECT_ID",
      project ?? env["NEON_PROJECT_ID"],
      "the tenant's project, or --neon-project",
    ),
    baseUrl: addressIn("NEON_API_URL", env["NEON_API_URL"]),
  });
}

/** The Worker that serves the tenant itself, where its address and admin token are known. */
export function production({ env }: Session, given: string | undefined): AdminClient | undefined {
  const url = addressIn("--policy-from (or PRODUCTION_URL)", given ?? env["PRODUCTION_URL"]);
  if (url === undefined) return undefined;
  const own = adminTokenFor(url, env["PRODUCTION_ADMIN_TOKEN"]);
  const adminToken = required("PRODUCTION_ADMIN_TOKEN", own, "production's admin token");
  return adminClient({ url, adminToken });
}

export interface LoginOptions {
  readonly "database-url": string | undefined;
  readonly role: string | undefined;
  readonly database: string | undefined;
}

async function readUrl(given: string, { readInput }: Session): Promise<string> {
  const url = given === "-" ? await readInput("Database URL of the reader: ") : given;
  // Only to see whether it can be read, before anything is made.
  onHost(url, "localhost");
  return url;
}

/** Whom the preview signs in as: never a role that was not named. */
export async function chooseLogin(
  session: Session,
  tenant: string,
  { "database-url": given, role, database }: LoginOptions,
  origin: AdminClient | undefined,
): Promise<BranchLogin> {
  const url = given ?? (role === undefined && database === undefined ? session.env["PREVIEW_DATABASE_URL"] : undefined);
  if (url !== undefined && url !== "") {
    if (role !== undefined || database !== undefined)
      throw new UsageError("Give either --database-url or --role and --database");
    return { kind: "url", url: await readUrl(url, session) };
  }
  if (role !== undefined && database !== undefined) return { kind: "role", role, database };
  const [known] = (await origin?.listConnections(tenant)) ?? [];
  if (known !== undefined) return { kind: "role", role: role ?? known.user, database: database ?? known.database };
  throw new UsageError(
    "Whom does the preview sign in as? Give --database-url - for the reader's URL as production has it, or --role and --database",
  );
}
