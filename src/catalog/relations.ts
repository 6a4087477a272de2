import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import text from "./relations.sql";
import type { VisibleSchemas } from "./visible-schemas.ts";
import { textCell } from "./text-cell.ts";

const statement = ownSqlFile(text);

export interface ListedRelation {
  readonly schema: string;
  readonly name: string;
  readonly type: string;
  /** The beginning of the comment; empty when there is none. */
  readonly comment: string;
}

interface ListOptions {
  readonly schema?: string;
  readonly commentCharacters: number;
  readonly limit: number;
}

/** Tables and views the role may read and the tenant may see, by schema and name. */
export async function listRelations(
  read: Read,
  policy: VisibleSchemas,
  { schema, commentCharacters, limit }: ListOptions,
): Promise<readonly ListedRelation[]> {
  const parameters = [schema ?? null, policy.allowedSchemas ?? null, policy.deniedRelations, commentCharacters];
  const { rows } = await read(statement, parameters, limit);
  return rows.map(([relationSchema, name, type, comment]) => ({
    schema: textCell(relationSchema),
    name: textCell(name),
    type: textCell(type),
    comment: textCell(comment),
  }));
}
