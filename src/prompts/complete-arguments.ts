import { completeColumnName, completeSchemaName, completeTableName } from "../catalog/complete-names.ts";
import type { Read } from "../catalog/read.ts";
import type { Complete, RequestContext } from "../context.ts";
import { type GivenArguments, textArgument } from "./prompt-arguments.ts";

/** Reads the database that the arguments filled in so far are about. */
export function readerOf(context: RequestContext, given: GivenArguments): Read {
  return context.database(textArgument(given, "connection")).read;
}

export const completeSchema: Complete = async (context, typed, given) =>
  await completeSchemaName(readerOf(context, given), context.tenant.policy, typed);

/** As SQL writes it, with its schema; the bare name when a schema was given. */
export const completeTable: Complete = async (context, typed, given) =>
  await completeTableName(readerOf(context, given), context.tenant.policy, typed, textArgument(given, "schema"));

/** Columns of the table that was given; none before one was. */
export const completeColumn: Complete = async (context, typed, given) => {
  const table = textArgument(given, "table");
  if (table === undefined) return [];
  const { policy } = context.tenant;
  return await completeColumnName(readerOf(context, given), policy, typed, table, textArgument(given, "schema"));
};

export const completeConnection: Complete = async (context, typed) =>
  await Promise.resolve(
    matching(
      context.tenant.connections.map(({ id }) => id),
      typed,
    ),
  );

/** For an argument that has only these values. */
export function completeFrom(choices: readonly string[]): Complete {
  return async (_context, typed) => await Promise.resolve(matching(choices, typed));
}

/** The values that begin with what was typed, then those that contain it, in any case. */
export function matching(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const places = values.map((value) => ({ value, place: value.toLowerCase().indexOf(wanted) }));
  return [...places.filter(({ place }) => place === 0), ...places.filter(({ place }) => place > 0)].map(
    ({ value }) => value,
  );
}
