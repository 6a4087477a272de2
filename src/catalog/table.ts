import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";
import text from "./table.sql";

const statement = ownSqlFile(text);
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_COMMON_VALUES = 5;
const MAX_NAMED_PARTITIONS = 50;

/** All about one table or view, in one round trip; undefined when the caller can see none of this name. */
export async function readTable(
  read: Read,
  schema: string,
  table: string,
  policy: VisibleSchemas,
): Promise<object | undefined> {
  const parameters = [
    schema,
    table,
    policy.allowedSchemas ?? null,
    policy.deniedRelations,
    MAX_TEXT_CHARACTERS,
    MAX_COMMON_VALUES,
    MAX_NAMED_PARTITIONS,
  ];
  const { rows } = await read(statement, parameters, 1);
  return (rows[0]?.[0] ?? undefined) as object | undefined;
}
