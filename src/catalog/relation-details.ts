import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./relation-details.sql";
import type { VisibleSchemas } from "./visible-schemas.ts";

const statement = ownSqlFile(text);
const MAX_COLUMNS = 400;
/** Of an enum with more, one more than these is read. */
export const MAX_LABELS = 40;

/** Names, types and definitions are SQL as Postgres quotes it; they and the comments are somebody else's words. */
export interface RelationDetail {
  /** With its schema. */
  readonly name: string;
  readonly kind: "TABLE" | "VIEW" | "MATERIALIZED VIEW" | "FOREIGN TABLE";
  readonly comment: string | null;
  /** The planner's estimate. */
  readonly rows: number | null;
  readonly columns: readonly ColumnDetail[];
  readonly columnCount: number;
  readonly key: readonly string[];
  readonly foreignKeys: readonly ForeignKeyDetail[];
  readonly checks: readonly string[];
}

export interface ColumnDetail {
  readonly name: string;
  readonly type: string;
  readonly notNull?: true;
  readonly comment?: string;
  /** Of an enum, as SQL literals. */
  readonly labels?: readonly string[];
  /** What a domain is based on, and its checks. */
  readonly domain?: string;
}

interface ForeignKeyDetail {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** What SQL about these relations needs to know of them; those that are gone or hidden are left out. */
export async function readDetails(
  read: Read,
  policy: VisibleSchemas,
  oids: readonly number[],
): Promise<readonly RelationDetail[]> {
  const { allowedSchemas = null, deniedRelations } = policy;
  const parameters = [oids, MAX_COLUMNS, allowedSchemas, deniedRelations, MAX_LABELS + 1];
  const { rows } = await read(statement, parameters, oids.length);
  return rows.map(([document]) => document as unknown as RelationDetail);
}
