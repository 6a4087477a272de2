import { ownSqlFile } from "../sql/own-file.ts";
import type { Read } from "./read.ts";
import relationStatesText from "./relation-states.sql";
import schemaStateText from "./schema-state.sql";
import { textCell } from "./text-cell.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";

const schemaState = ownSqlFile(schemaStateText);
const relationStates = ownSqlFile(relationStatesText);
const MAX_RELATIONS = 20_000;

export interface RelationState {
  readonly schema: string;
  readonly name: string;
  /** Differs when anything about the relation has changed. */
  readonly state: string;
}

/** One value that differs when anything the caller sees of the schema has changed. */
export async function readSchemaState(read: Read, policy: VisibleSchemas): Promise<string> {
  const { rows } = await read(schemaState, [policy.allowedSchemas ?? null, policy.deniedRelations], 1);
  return textCell(rows[0]?.[0]);
}

export async function readRelationStates(read: Read, policy: VisibleSchemas): Promise<readonly RelationState[]> {
  const { rows } = await read(relationStates, [policy.allowedSchemas ?? null, policy.deniedRelations], MAX_RELATIONS);
  return rows.map(([schema, name, state]) => ({
    schema: textCell(schema),
    name: textCell(name),
    state: textCell(state),
  }));
}
