import pg from "pg";
import { AppError } from "../../src/errors.ts";
import { copyDatabase } from "./copy-database.ts";
import type { PreviewDatabase, PreviewDatabases } from "./preview-databases.ts";
import { previewLabel } from "./preview-label.ts";

const PREFIX = "preview-";

const LIST = `SELECT datname AS id, pg_catalog.shobj_description(oid, 'pg_database') AS note
FROM pg_catalog.pg_database WHERE pg_catalog.starts_with(datname, '${PREFIX}') ORDER BY datname`;

/** Until the session ends. Nobody else can make this copy meanwhile, and finds it afterwards. */
const LOCK = "SELECT pg_catalog.pg_advisory_lock(pg_catalog.hashtextextended($1, 0))";

/** Kept as the comment of the database, which is there or gone together with it. */
interface Note {
  tenant: string;
  name: string;
  expiresAt: string;
}

export interface LocalServer {
  /** Of somebody who may make databases: the superuser of the embedded Postgres. */
  ownerUrl: string;
  /** Of the reader, in the sample database. */
  readerUrl: string;
}

function readNote(text: string | null): Partial<Note> {
  try {
    const note: unknown = JSON.parse(text ?? "{}");
    return typeof note === "object" && note !== null ? note : {};
  } catch {
    return {};
  }
}

function toDatabase(id: string, { tenant = "", name = "", expiresAt }: Partial<Note>): PreviewDatabase {
  return { id, title: `database ${id}`, tenant, name, expiresAt };
}

async function withServer<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  // Not the database that is copied, which would be in use by this very session.
  const connectionString = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } catch (cause) {
    await client.end();
    const next = "Start it in another terminal: npm start";
    throw new AppError("database_not_ready", "The embedded Postgres of npm start does not answer.", { next, cause });
  }
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Databases beside the sample, on the embedded Postgres that npm start runs. */
export function localDatabases(
  { ownerUrl, readerUrl }: LocalServer,
  template: () => Promise<string>,
): PreviewDatabases {
  const reader = new URL(readerUrl);
  const list = async (client: pg.Client): Promise<PreviewDatabase[]> => {
    const { rows } = await client.query<{ id: string; note: string | null }>(LIST);
    return rows.map(({ id, note }) => toDatabase(id, readNote(note)));
  };

  return {
    list: (tenant) =>
      withServer(ownerUrl, async (client) =>
        (await list(client)).filter((database) => tenant === undefined || database.tenant === tenant),
      ),

    ensure: (wanted, expiresAt) =>
      withServer(ownerUrl, async (client) => {
        const id = `${PREFIX}${previewLabel(wanted)}`;
        await client.query(LOCK, [id]);
        const isNew = !(await list(client)).some((database) => database.id === id);
        if (isNew)
          await copyDatabase(client, { from: await template(), to: id, reader: decodeURIComponent(reader.username) });
        const note = { tenant: wanted.tenant, name: wanted.name, expiresAt } satisfies Note;
        const literal = client.escapeLiteral(JSON.stringify(note));
        await client.query(`COMMENT ON DATABASE ${client.escapeIdentifier(id)} IS ${literal}`);
        return { database: toDatabase(id, note), isNew };
      }),

    connectionUrl: async ({ id }) => Object.assign(new URL(readerUrl), { pathname: `/${encodeURIComponent(id)}` }).href,

    remove: ({ id }) =>
      withServer(ownerUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(id)} WITH (FORCE)`);
      }),
  };
}
