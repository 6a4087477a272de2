import { text as readAll } from "node:stream/consumers";
import { checkDatabaseUrl } from "../local/start-options.ts";
import { UsageError } from "../postern/command.ts";
import type { Surroundings } from "../postern/surroundings.ts";
import type { SetupOptions } from "./options.ts";
import type { Setup } from "./step.ts";

/** What was given with the command, before anything is looked at. */
export async function readDatabaseUrl(
  { databaseUrl }: SetupOptions,
  { stdin }: Surroundings,
): Promise<string | undefined> {
  if (databaseUrl !== "-") return databaseUrl;
  const url = (await readAll(stdin)).trim();
  if (url === "") throw new UsageError("--database-url - found nothing on stdin");
  return checkDatabaseUrl(url, "--database-url");
}

/** Asked before anything is changed, so that nobody has to wait for a question. */
export async function askForDatabase(setup: Setup): Promise<void> {
  if (setup.databaseUrl !== undefined) return;
  setup.databaseUrl = await setup.conversation.askSecretly(
    `The Postgres that tenant ${setup.options.tenant} may read (postgres://user:password@host/database)?`,
    "--database-url -, with the URL on stdin, or --deploy-only",
    (given) => checkDatabaseUrl(given, "The database's URL"),
  );
}

/** Its value is nowhere to be had: the operator has it, or it is replaced. */
export async function askForAdminToken(setup: Setup): Promise<boolean> {
  return await setup.conversation.confirm(
    "The Worker has an ADMIN_TOKEN that is not known here. Replace it by a new one?",
    "the Worker's ADMIN_TOKEN in the environment, or --new-admin-token to replace it",
  );
}
