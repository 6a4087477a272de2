import { completeSchemaName } from "../catalog/complete-names.ts";
import { nearestNames } from "../catalog/nearest-names.ts";
import { listRelations } from "../catalog/relations.ts";
import type { Database } from "../context.ts";
import type { TenantPolicy } from "../tenants/records.ts";
import { cellText } from "./cell-text.ts";
import { fence } from "./fence.ts";

interface Asked {
  readonly schema?: string;
  readonly table?: string;
  readonly vectorsOnly: boolean;
}

const MAX_NAMES = 5_000;

/** Why no table was found, and what to call next. Costs another round trip to look for the name that was meant. */
export async function explainEmptySchema(database: Database, policy: TenantPolicy, asked: Asked): Promise<string> {
  const { id, database: name } = database.connection;
  const similar = await similarNames(database, policy, asked);
  const lines = [
    "No tables found.",
    `Connection: ${id} (database ${name})`,
    `Why: ${reasonFor(asked)}`,
    `Next: ${adviceFor(asked)}`,
    ...(similar.length === 0 ? [] : [fence(`Similar names: ${similar.map(cellText).join(", ")}`)]),
  ];
  return lines.join("\n");
}

async function similarNames({ read }: Database, policy: TenantPolicy, asked: Asked): Promise<readonly string[]> {
  const { schema, table } = asked;
  if (schema === undefined) return [];
  const relations =
    table === undefined ? [] : await listRelations(read, policy, { schema, commentCharacters: 0, limit: MAX_NAMES });
  if (relations.length === 0) return nearestNames(schema, await completeSchemaName(read, policy, ""));
  return nearestNames(
    table ?? "",
    relations.map(({ name }) => name),
  );
}

function reasonFor({ schema, table, vectorsOnly }: Asked): string {
  const kind = vectorsOnly ? "table with a vector column" : "table or view";
  if (table !== undefined) return `the schema has no ${kind} of this name that this role may read.`;
  if (schema !== undefined) return `there is no schema of this name, or no ${kind} in it that this role may read.`;
  return `this database has no ${kind} that this role may read.`;
}

function adviceFor({ schema, vectorsOnly }: Asked): string {
  if (schema !== undefined)
    return "call get_schema_info without filters to see what there is; names are case-sensitive.";
  if (vectorsOnly) return "call get_schema_info without vector_tables_only to see the other tables.";
  return "try another connection, or ask the operator whether the role has USAGE on the schema and SELECT on its tables.";
}
