import { ownSqlFile } from "../sql/own-file.ts";
import completeNamesText from "./complete-names.sql";
import type { Read } from "./read.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";

const statement = ownSqlFile(completeNamesText);

/** One more than a completion may have in MCP, to tell that there are more. */
const MAX_NAMES = 101;

/** Schemas with a table or view that the role may read. */
export async function completeSchemaName(
  read: Read,
  policy: VisibleSchemas,
  typed: string,
): Promise<readonly string[]> {
  return await complete(read, policy, ["schema", null, null, typed]);
}

/** Tables and views: bare names of one schema, or, without one, as SQL writes them with their schema. */
export async function completeTableName(
  read: Read,
  policy: VisibleSchemas,
  typed: string,
  schema?: string,
): Promise<readonly string[]> {
  return await complete(read, policy, ["table", schema ?? null, null, typed]);
}

/** Columns, by their bare names, of a table written with or without its schema, quoted or not. */
export async function completeColumnName(
  read: Read,
  policy: VisibleSchemas,
  typed: string,
  table: string,
  schema?: string,
): Promise<readonly string[]> {
  return await complete(read, policy, ["column", schema ?? null, table, typed]);
}

type Wanted = readonly [kind: string, schema: string | null, table: string | null, typed: string];

async function complete(read: Read, policy: VisibleSchemas, wanted: Wanted): Promise<readonly string[]> {
  const parameters = [policy.allowedSchemas ?? null, policy.deniedRelations, ...wanted, MAX_NAMES];
  const { rows } = await read(statement, parameters, MAX_NAMES);
  return rows.map(([name]) => name as string);
}
