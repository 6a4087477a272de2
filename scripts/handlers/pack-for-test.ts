import pg from "pg";
import { describeFailure } from "./change-pack.ts";
import { reasonNotToInstall, runTexts } from "./install-pack.ts";
import { readPackFiles } from "./pack-files.ts";
import { packStatus } from "./pack-status.ts";

/** What answers the calls of a test: what is installed, somebody else's API, or the pack for this transaction only. */
export type TestedPack = "installed" | "foreign" | "temporary";

/** Sees to it that there is a pack in the caller's transaction, which is going to be rolled back. */
export async function ensurePackForTest(client: pg.Client): Promise<TestedPack> {
  const status = await packStatus(client);
  if (status.state === "installed" || status.state === "foreign") return status.state;
  const { version, texts } = await readPackFiles();
  const reason = reasonNotToInstall(status, version);
  if (reason !== undefined) throw reason;
  const { rows } = await client.query<{ path: string }>("SELECT pg_catalog.current_setting('search_path') AS path");
  try {
    await runTexts(client, texts);
  } catch (error) {
    throw error instanceof pg.DatabaseError ? describeFailure(error) : error;
  }
  // The pack's files set one of their own for the rest of the transaction.
  await client.query("SELECT pg_catalog.set_config('search_path', $1, true)", [rows[0]?.path]);
  return "temporary";
}
