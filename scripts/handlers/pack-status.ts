import fs from "node:fs/promises";
import type pg from "pg";
import { readPackFiles } from "./pack-files.ts";

export interface PackHandler {
  readonly name: string;
  readonly type: "tool" | "resource" | "prompt";
  readonly readOnly: boolean;
  /** An example of the pack as delivered; every other handler is the user's own. */
  readonly fromPack: boolean;
}

/** What schema api holds. */
export type PackStatus =
  /** Nothing: the pack can be installed. */
  | { readonly state: "absent" }
  /** Only the log of exchanges; the pack can be installed around it. */
  | { readonly state: "exchange_only" }
  /** Somebody else's functions under the same names, which answer requests as they are. */
  | { readonly state: "foreign" }
  /** Something else. */
  | { readonly state: "unrelated" }
  | {
      readonly state: "installed";
      readonly version: number;
      /** The version an upgrade leads to. */
      readonly latestVersion: number;
      /** Missing when the role may not read the registry. */
      readonly handlers?: readonly PackHandler[];
    };

interface PackState {
  readonly version: number | null;
  readonly answersRequests: boolean;
  readonly hasExchange: boolean;
  readonly holdsMore: boolean;
}

const HANDLERS = `SELECT name, pg_catalog.substr(handler_type, 5) AS type, read_only AS "readOnly", from_pack AS "fromPack"
  FROM api.handler ORDER BY name COLLATE "C"`;
const MAY_READ = `SELECT pg_catalog.has_schema_privilege('api', 'USAGE')
  AND pg_catalog.has_table_privilege('api.handler', 'SELECT') AS "mayRead"`;

/** Changes nothing, and fits into a transaction of the caller's. */
export async function packStatus(client: pg.Client): Promise<PackStatus> {
  const text = await fs.readFile(new URL("./pack-state.sql", import.meta.url), "utf8");
  const { rows } = await client.query<PackState>(text);
  const [state] = rows;
  if (state === undefined || (!state.holdsMore && !state.hasExchange)) return { state: "absent" };
  if (state.version !== null) return installedStatus(client, state.version);
  if (state.answersRequests) return { state: "foreign" };
  return { state: state.holdsMore ? "unrelated" : "exchange_only" };
}

async function installedStatus(client: pg.Client, version: number): Promise<PackStatus> {
  const { version: latestVersion } = await readPackFiles();
  const allowed = await client.query<{ mayRead: boolean }>(MAY_READ);
  if (allowed.rows[0]?.mayRead !== true) return { state: "installed", version, latestVersion };
  const { rows: handlers } = await client.query<PackHandler>(HANDLERS);
  return { state: "installed", version, latestVersion, handlers };
}
