import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { isGrammatical } from "../sql/is-grammatical.ts";
import type { QueryArguments } from "./query-schema.ts";
import { mentionsUrl, refuseUrl } from "./refuse-url.ts";

/** So much of a query is looked at for an address or a choice: a pattern takes the square of the spaces in a long one. */
const LOOKED_AT = 1000;
const atEnd = /\s+at\s+(?<quote>["'`]?)(?<alias>[\w-]{1,63})\k<quote>\s*(?:;|(?<mark>\?))?$/i;
const choice =
  /^(?:set\s+(?:the\s+)?default\s+database\s+to|use\s+database|switch\s+to)\s+(?<quote>["'`]?)(?<alias>[^\s"'`;]+?)\k<quote>\s*[;.]?$/i;

/** The alias that the query ends with, and the query without it. */
function readAddress(query: string): { readonly rest: string; readonly alias: string } | undefined {
  const whole = query.trimEnd();
  const start = Math.max(0, whole.length - LOOKED_AT);
  const found = atEnd.exec(whole.slice(start));
  if (found === null) return undefined;
  const { alias = "", mark = "" } = found.groups ?? {};
  return { rest: `${whole.slice(0, start + found.index)}${mark}`, alias };
}

function readChoice(query: string): string | undefined {
  const whole = query.trim();
  return whole.length > LOOKED_AT ? undefined : choice.exec(whole)?.groups?.["alias"];
}

export type AddressedQuery =
  | { readonly args: QueryArguments; readonly chosen?: never }
  /** The connection to make the default, instead of a query. */
  | { readonly chosen: string; readonly args?: never };

/**
 * Understands "<query> at <alias>" and "set default database to <alias>". Whatever Postgres' own grammar takes for SQL
 * is SQL: `SELECT now() AT LOCAL` stays what it is, and so does a literal with a URL in it.
 */
export async function addressQuery(context: RequestContext, args: QueryArguments): Promise<AddressedQuery> {
  const { query } = args;
  const chosen = readChoice(query);
  const address = readAddress(query);
  const suspicious = chosen !== undefined || address !== undefined || mentionsUrl(query);
  if (!suspicious || (await isGrammatical(query))) return { args };
  refuseUrl(query);
  if (chosen !== undefined) return { chosen };
  if (address === undefined) return { args };
  const { rest, alias } = address;
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
