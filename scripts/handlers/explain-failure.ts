import pg from "pg";
import { excerptOf } from "../../src/sql/excerpt.ts";
import { placeOfHandlerError } from "./locate-error.ts";
import { lineOf, type SqlFile } from "./sql-file.ts";
import type { PlannedCall } from "./test-plan.ts";

/** What went wrong inside a handler: for its author, never for a caller. */
export interface HandlerFailure {
  readonly message: string;
  readonly sqlstate?: string;
  /** Where in the file, when it holds the handler. */
  readonly line?: number;
  readonly excerpt?: string;
}

const TYPES = new Map([
  ["tools/call", "tool"],
  ["resources/read", "resource"],
  ["prompts/get", "prompt"],
]);

const ROUTE = `SELECT r.function_name AS name, p.prosrc AS body FROM api.find_route($1, $2) r
  JOIN pg_catalog.pg_proc p ON p.proname = r.function_name AND p.pronamespace = 'api'::pg_catalog.regnamespace`;

/**
 * Runs the handler again without the dispatcher, which keeps to itself where an error comes from. Falls back to what
 * the dispatcher has logged: it also refuses answers of handlers that raise nothing.
 */
export async function explainFailure(
  client: pg.Client,
  { method, params = "{}", caller }: PlannedCall,
  file: SqlFile,
  logged: string,
): Promise<HandlerFailure> {
  const { name, uri, arguments: args } = JSON.parse(params) as { name?: string; uri?: string; arguments?: unknown };
  const { rows } = await client.query<{ name: string; body: string }>(ROUTE, [TYPES.get(method), uri ?? name]);
  const [route] = rows;
  if (route === undefined) return { message: logged };
  await client.query("SAVEPOINT explanation");
  try {
    const run = `SELECT api.${pg.escapeIdentifier(route.name)}(ROW($1::jsonb, $2::text, $3::jsonb, '1'::jsonb)::api.mcp_request)`;
    await client.query(run, [JSON.stringify(args ?? {}), uri, JSON.stringify(caller)]);
    return { message: logged };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const place = placeOfHandlerError(error, file, route.body);
    const { message, code, detail } = error;
    return {
      message: detail === undefined ? message : `${message}; ${detail}`,
      ...(code === undefined ? {} : { sqlstate: code }),
      ...(place === undefined ? {} : { line: lineOf(file, place), excerpt: excerptOf(file.text, place + 1) }),
    };
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT explanation");
  }
}
