import type pg from "pg";
import { AppError } from "../../src/errors.ts";
import { packStatus } from "./pack-status.ts";
import { checkDeferred, prepareTransaction, runStatements } from "./run-statements.ts";
import type { SqlFile } from "./sql-file.ts";
import { splitStatements } from "./split-statements.ts";

export interface ApplyReport {
  readonly files: readonly { readonly file: string; readonly statements: number }[];
  /** Names of the handlers that the files registered and dropped; unknown where the API is not the pack's. */
  readonly handlers?: { readonly registered: readonly string[]; readonly dropped: readonly string[] };
  /** Roles that may use handlers; unknown where the API is not the pack's. */
  readonly usedBy?: readonly string[];
  readonly notices: readonly string[];
}

const NAMES = `SELECT name, updated_at = pg_catalog.now() AS "isNew" FROM api.handler ORDER BY name COLLATE "C"`;
const ROLES = `SELECT r::text AS role FROM api.using_roles() r ORDER BY 1`;

interface Registered {
  readonly name: string;
  readonly isNew: boolean;
}

async function readHandlers(client: pg.Client, isPack: boolean): Promise<readonly Registered[]> {
  return isPack ? (await client.query<Registered>(NAMES)).rows : [];
}

async function findApi(client: pg.Client): Promise<"installed" | "foreign"> {
  const { state } = await packStatus(client);
  if (state === "installed" || state === "foreign") return state;
  throw new AppError("not_found", "There is no pack in this database to register handlers with; nothing was changed.", {
    next: "Install it first: handlers install.",
  });
}

/** Runs the files in order, in one transaction: all of them, or nothing. */
export async function applyFiles(client: pg.Client, files: readonly SqlFile[]): Promise<ApplyReport> {
  const plans = await Promise.all(files.map(async (file) => ({ file, statements: await splitStatements(file) })));
  const notices: string[] = [];
  client.on("notice", ({ message = "" }) => notices.push(message));
  await client.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
  try {
    await prepareTransaction(client);
    const isPack = (await findApi(client)) === "installed";
    const before = await readHandlers(client, isPack);
    for (const { file, statements } of plans) await runStatements(client, file, statements);
    const after = await readHandlers(client, isPack);
    const roles = isPack ? (await client.query<{ role: string }>(ROLES)).rows : [];
    await checkDeferred(client);
    await client.query("COMMIT");
    const registered = after.filter(({ isNew }) => isNew).map(({ name }) => name);
    const dropped = before.map(({ name }) => name).filter((name) => !after.some((handler) => handler.name === name));
    return {
      files: plans.map(({ file, statements }) => ({ file: file.path, statements: statements.length })),
      ...(isPack ? { handlers: { registered, dropped }, usedBy: roles.map(({ role }) => role) } : {}),
      notices,
    };
  } catch (thrown) {
    await client.query("ROLLBACK");
    throw thrown;
  }
}
