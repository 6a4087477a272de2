import { nearestNames } from "../catalog/nearest-names.ts";
import { readOverview, type OverviewRequest } from "../catalog/overview.ts";
import type { Overview } from "../catalog/overview-facts.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { visibleFacts } from "../tools/visible-facts.ts";
import { textArgument, type GivenArguments } from "./prompt-arguments.ts";

export interface Facts extends Overview {
  /** The connection the user named; undefined for the default one. */
  readonly connection: string | undefined;
}

/** Reads, in one round trip, what a prompt tells of the database; a schema or table that is not there is an error. */
export async function readFacts(
  context: RequestContext,
  args: GivenArguments,
  request: Omit<OverviewRequest, "schema" | "table">,
): Promise<Facts> {
  const [connection, schema, table] = ["connection", "schema", "table"].map((name) => textArgument(args, name));
  const { read } = context.database(connection);
  const overview = visibleFacts(await readOverview(read, context.tenant.policy, { ...request, schema, table }));
  if (schema !== undefined && overview.server.inScope === 0) throw missingSchema(schema, overview);
  if (table !== undefined && !overview.relations.some((relation) => relation.asked))
    throw missingTable(table, overview);
  return { ...overview, connection };
}

function missingSchema(schema: string, { schemas }: Overview): AppError {
  const known = schemas.map(({ name }) => name);
  return new AppError("invalid_arguments", `There is no schema "${schema}" with tables this role may read.`, {
    next: known.length === 0 ? "The role may read no table at all." : `Use one of: ${known.join(", ")}.`,
  });
}

function missingTable(table: string, { relations }: Overview): AppError {
  const known = relations.map(({ name }) => name);
  const near = nearestNames(table, known);
  return new AppError("invalid_arguments", `There is no table "${table}" that this role may read.`, {
    next:
      near.length === 0
        ? "Look it up with get_schema_info, or leave the argument out."
        : `Did you mean ${near.join(" or ")}?`,
    data: near.length === 0 ? {} : { suggestions: near },
  });
}
