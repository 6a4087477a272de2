import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { isGrammatical } from "../sql/is-grammatical.ts";
import type { QueryArguments } from "./query-schema.ts";
import { mentionsUrl, refuseUrl } from "./refuse-url.ts";

const atEnd = /\s+at\s+(?<quote>["'`]?)(?<alias>[\w-]{1,63})\k<quote>\s*(?:;|(?<mark>\?))?\s*$/i;
const choice =
  /^\s*(?:set\s+(?:the\s+)?default\s+database\s+to|use\s+database|switch\s+to)\s+(?<quote>["'`]?)(?<alias>[^\s"'`;]+?)\k<quote>\s*[;.]?\s*$/i;

/** Longer than what either says, so that neither takes long to look for. */
const LOOKED_AT = 300;

export type AddressedQuery =
  | { readonly args: QueryArguments; readonly chosen?: never }
  /** The connection to make the default, instead of a query. */
  | { readonly chosen: string; readonly args?: never };

const choiceIn = (query: string): string | undefined =>
  query.length > LOOKED_AT ? undefined : choice.exec(query)?.groups?.["alias"];

/**
 * Understands "<query> at <alias>" and "set default database to <alias>". Whatever Postgres' own grammar takes for SQL
 * is SQL: `SELECT now() AT LOCAL` stays what it is, and so does a literal with a URL in it.
 */
export async function addressQuery(context: RequestContext, args: QueryArguments): Promise<AddressedQuery> {
  const { query } = args;
  const trimmed = query.trim();
  const chosen = choiceIn(trimmed);
  const address = atEnd.exec(trimmed.slice(-LOOKED_AT));
  const suspicious = chosen !== undefined || address !== null || mentionsUrl(query);
  if (!suspicious || (await isGrammatical(query))) return { args };
  refuseUrl(query);
  if (chosen !== undefined) return { chosen };
  const { alias = "", mark = "" } = address?.groups ?? {};
  const rest = `${trimmed.slice(0, trimmed.length - (address?.[0].length ?? 0))}${mark}`;
  const isSaved = context.tenant.connections.some(({ id }) => id === alias.toLowerCase());
  // A name that is not saved may be part of what was asked; only a query that is whole without it shows the mistake.
  if (!isSaved && !(await isGrammatical(rest))) return { args };
  refuseTwo(alias, args.connection);
  return { args: { ...args, query: rest, connection: alias } };
}

function refuseTwo(alias: string, connection = alias): void {
  if (connection.toLowerCase() === alias.toLowerCase()) return;
  throw new AppError("invalid_arguments", `The query says "at ${alias}", the argument connection says otherwise.`, {
    next: "Name the connection once.",
  });
}
