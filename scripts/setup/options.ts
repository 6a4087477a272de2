import { parseArgs } from "node:util";
import { checkDatabaseUrl } from "../local/start-options.ts";
import { UsageError } from "../postern/command.ts";
import { isSafeAddress, unsafeAddress } from "../worker-address.ts";

export type Environment = "production" | "preview";

export interface SetupOptions {
  readonly environment: Environment;
  readonly account: string | undefined;
  readonly tenant: string;
  /** "-" reads it from stdin. */
  readonly databaseUrl: string | undefined;
  readonly proxy: string | undefined;
  /** Where the Worker answers, when this checkout has not deployed it. */
  readonly url: string | undefined;
  readonly isDryRun: boolean;
  readonly isCheck: boolean;
  readonly deployOnly: boolean;
  readonly redeploy: boolean;
  readonly newAdminToken: boolean;
  readonly yes: boolean;
  readonly help: boolean;
}

export const SETUP_HELP = `npm run setup -- [options]

Deploys Postern to your Cloudflare account and makes the first tenant, its connection and a token. It looks first, says
what is there and what is missing, asks, and then does what is missing. Run it as often as you like: an interrupted run
is completed by the next one, and nothing that is there is made again or overwritten.

  --database-url <url>   the tenant's Postgres: postgres://user:password@host/database. Better not on the command line:
                         - reads it from stdin, POSTERN_DATABASE_URL holds it too, and at a terminal it is asked for
  --proxy <host>         the proxy in front of that Postgres, one of the Worker's ALLOWED_PROXIES
  --tenant <id>          the tenant to make (main)
  --env <environment>    production, or preview, which is a Worker of its own (production)
  --account <id>         the Cloudflare account, when the login has several; so does CLOUDFLARE_ACCOUNT_ID
  --deploy-only          no tenant, connection and token
  --redeploy             deploy even if this version runs already
  --new-admin-token      replace the Worker's ADMIN_TOKEN, when nobody knows it any more
  --url <url>            where the Worker answers, when it was not deployed from this checkout
  --dry-run              say what would be done and change nothing
  --check                the same, and exit with 1 when something is missing: for after a deployment
  --yes                  do not ask whether to go on
  --help                 show this

Log in with "npx wrangler login", or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID. ADMIN_TOKEN and SEALING_KEY are
taken from the environment, or else made. Your copies of them, and the token, stay in .postern/deployed/ (readable by
you alone, ignored by git), where "npm run postern -- --url <the Worker's address>" finds the ADMIN_TOKEN. Without a
terminal nothing is asked. Exit codes: 0 done, 1 failed, 2 wrong or missing options.
`;

function read(args: string[]) {
  const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }] as const;
  const options = {
    account: text,
    tenant: { ...text, default: "main" },
    "database-url": text,
    proxy: text,
    env: { ...text, default: "production" },
    url: text,
    "dry-run": flag,
    check: flag,
    "deploy-only": flag,
    redeploy: flag,
    "new-admin-token": flag,
    yes: flag,
    help: { ...flag, short: "h" },
  } as const;
  return parseArgs({ args, options }).values;
}

function toOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!isSafeAddress(text)) throw new UsageError(unsafeAddress("--url"));
  return new URL(text).origin;
}

/** Throws a UsageError fit to print when an option is unknown or malformed. */
export function parseSetupOptions(args: string[], env: Readonly<Record<string, string | undefined>>): SetupOptions {
  try {
    const values = read(args);
    if (values.env !== "production" && values.env !== "preview")
      throw new UsageError("--env must be production or preview");
    const given = values["database-url"] ?? (env["POSTERN_DATABASE_URL"] || undefined);
    return {
      environment: values.env,
      account: values.account,
      tenant: values.tenant,
      databaseUrl: given === "-" || given === undefined ? given : checkDatabaseUrl(given, "--database-url"),
      proxy: values.proxy,
      url: toOrigin(values.url),
      isDryRun: values["dry-run"],
      isCheck: values.check,
      deployOnly: values["deploy-only"],
      redeploy: values.redeploy,
      newAdminToken: values["new-admin-token"],
      yes: values.yes,
      help: values.help,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
