import type { FoundRelation, SchemaAnswer } from "../catalog/schema.ts";
import { cellText } from "./cell-text.ts";
import { fence } from "./fence.ts";

interface SchemaSummary {
  readonly tableCount: number;
  readonly schemaCount: number;
  readonly schemas: readonly {
    readonly name: string;
    readonly tableCount: number;
    readonly firstTables: readonly string[];
  }[];
  /** As schema.table. */
  readonly vectorTables: readonly string[];
}

const MAX_VECTOR_TABLES = 20;

/** Counts and first names, when there are too many tables to show their columns unasked. */
export function summarizeSchema(answer: SchemaAnswer, firstNames: number): { summary: SchemaSummary; text: string } {
  const schemas = [...Map.groupBy(answer.found, ({ relation }) => relation.schema)].map(([name, found]) => ({
    name,
    tableCount: found[0]?.totalOfSchema ?? 0,
    firstTables: found.filter(({ place }) => place <= firstNames).map(({ relation }) => relation.name),
  }));
  const withVectors = answer.found.filter(({ hasVectors }) => hasVectors).map(qualifiedName);
  const summary = {
    tableCount: answer.total,
    schemaCount: answer.schemas,
    schemas,
    vectorTables: withVectors.slice(0, MAX_VECTOR_TABLES),
  };
  const lines = [
    ...schemas.map(
      ({ name, tableCount, firstTables }) =>
        `${cellText(name)} (${String(tableCount)}): ${list(firstTables, tableCount)}`,
    ),
    ...(withVectors.length === 0 ? [] : [`Vector-enabled: ${list(summary.vectorTables, withVectors.length)}`]),
  ];
  const counts = `Found ${String(answer.total)} tables across ${String(answer.schemas)} ${answer.schemas === 1 ? "schema" : "schemas"}.`;
  const missing = schemas.length < answer.schemas ? ` The first ${String(schemas.length)} schemas:` : "";
  const next =
    "Next: call get_schema_info with schema_name for the columns of one schema, with table_name too for one table, or with compact for a line on every table.";
  return { summary, text: `${counts}${missing}\n${fence(lines.join("\n"))}\n${next}` };
}

function qualifiedName({ relation }: FoundRelation): string {
  return `${relation.schema}.${relation.name}`;
}

function list(names: readonly string[], total: number): string {
  const rest = total - names.length;
  return `${names.map(cellText).join(", ")}${rest > 0 ? ` (+${String(rest)} more)` : ""}`;
}
