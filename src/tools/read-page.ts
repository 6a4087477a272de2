import { limits } from "../config.ts";
import type { Database, QueryRows, RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { fitRows, type FittedRows } from "./fit-rows.ts";
import type { QueryArguments } from "./query-schema.ts";
import { streamPage } from "./stream-page.ts";

export interface Page extends FittedRows {
  readonly database: Database;
  readonly columns: QueryRows["columns"];
  readonly ordered: boolean;
  /** How many rows come before this page. */
  readonly offset: number;
  /** Whether the statement has rows behind this page. */
  readonly truncated: boolean;
  readonly nextCursor?: string;
  readonly streamedRows?: number;
}

/** Runs the caller's SQL and keeps of its rows what fits the tenant's limits. */
export async function readPage(context: RequestContext, args: QueryArguments): Promise<Page> {
  const { policy } = context.tenant;
  const database = context.database(args.connection);
  const binding = JSON.stringify([database.connection.id, args.query, args.params ?? []]);
  const offset = await firstRow(context, args, binding);
  const options = {
    maxRows: Math.min(args.limit ?? limits.defaultRows, policy.maxRows),
    offset,
    ...(args.timeout_ms === undefined ? {} : { timeoutMs: args.timeout_ms }),
  };
  const parameters = args.params ?? [];
  checkNumbers(parameters);
  const result =
    context.reportProgress === undefined
      ? await database.query(args.query, parameters, options)
      : await streamPage(database, args, { ...options, report: context.reportProgress, policy });
  const fitted = fitRows(result, policy);
  const truncated = result.truncated || fitted.dropped > 0;
  const next = offset + fitted.rows.length;
  return {
    ...result,
    ...fitted,
    database,
    offset,
    truncated,
    ...(truncated ? { nextCursor: await context.cursors.issue(binding, next) } : {}),
  };
}

/** Reading the request has rounded an integer beyond 2^53 already; better no answer than a wrong one. */
function checkNumbers(parameters: readonly unknown[]): void {
  const index = parameters.findIndex((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
  if (index === -1) return;
  throw new AppError("invalid_arguments", `params[${String(index)}] is a number beyond 2^53, which JSON rounds.`, {
    next: "Pass it as a string; Postgres reads it as the parameter's type.",
  });
}

async function firstRow(context: RequestContext, args: QueryArguments, binding: string): Promise<number> {
  if (args.cursor === undefined) return args.offset ?? 0;
  if (args.offset !== undefined) {
    throw new AppError("invalid_arguments", "cursor and offset both say where to begin.", {
      next: "Pass one of them.",
    });
  }
  return await context.cursors.open(binding, args.cursor);
}
