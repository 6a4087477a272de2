import { ownSqlFile } from "../sql/own-file.ts";
import type { VisibleSchemas } from "./visible-schemas.ts";
import overviewText from "./overview.sql";
import type { Overview, RelationFacts, SchemaFacts, ServerFacts } from "./overview-facts.ts";
import type { Read } from "./read.ts";

const statement = ownSqlFile(overviewText);

/** What the overview is for decides which relations come first, and how much is told of them. */
export type Purpose = "explore" | "search" | "diagnose" | "design";

export interface OverviewRequest {
  readonly purpose: Purpose;
  /** How many relations to describe at most. */
  readonly relations: number;
  /** How many columns of each. */
  readonly columns: number;
  readonly schema?: string | undefined;
  /** A table as somebody wrote it: with or without its schema, quoted or not. It comes first. */
  readonly table?: string | undefined;
  /** Names that occur in a text; tables called so come next, in this order. */
  readonly names?: readonly string[] | undefined;
}

/** Server, schemas and the relations that matter most, as far as the role and the policy let them be seen. */
export async function readOverview(read: Read, policy: VisibleSchemas, request: OverviewRequest): Promise<Overview> {
  const { purpose, relations, columns, schema = null, table = null, names = [] } = request;
  const { allowedSchemas = null, deniedRelations } = policy;
  const parameters = [allowedSchemas, deniedRelations, schema, table, names, purpose, relations, columns];
  const { rows } = await read(statement, parameters, MAX_SCHEMAS + relations + 1);
  const section = (wanted: string): unknown[] => rows.filter(([name]) => name === wanted).map(([, , facts]) => facts);
  return {
    server: section("server")[0] as ServerFacts,
    schemas: section("schema") as SchemaFacts[],
    relations: section("relation") as RelationFacts[],
  };
}

/** As many as the statement gives. */
const MAX_SCHEMAS = 30;
