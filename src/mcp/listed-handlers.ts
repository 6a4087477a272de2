import type { RequestContext } from "../context.ts";
import { AppError, toAppError } from "../errors.ts";
import type { Handler, HandlerKind } from "../handlers/handler.ts";
import { log } from "../log.ts";

// A client waits for its lists before it does anything else, and may give up soon.
const PATIENCE_MS = 5_000;

async function listInTime(context: RequestContext): Promise<readonly Handler[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError("database_not_ready", "The database does not tell its handlers in time.")),
    PATIENCE_MS,
  );
  try {
    return await Promise.race([context.handlers.list(true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** All of the caller's handlers; undefined when the database does not tell, which must not take Postern's own along. */
export async function currentHandlers(context: RequestContext): Promise<readonly Handler[] | undefined> {
  try {
    return await listInTime(context);
  } catch (thrown) {
    const { code, details } = toAppError(thrown, context.requestId);
    log("handlers_unavailable", { requestId: context.requestId, code, sqlstate: details.sqlstate });
    return undefined;
  }
}

/** Those of one kind, for a list. */
export async function listedHandlers(context: RequestContext, kind: HandlerKind): Promise<readonly Handler[]> {
  return ((await currentHandlers(context)) ?? []).filter((handler) => handler.kind === kind);
}

/** One handler to be called: from memory, or, when it is not known there, from the database. */
export async function findHandler(
  context: RequestContext,
  find: (handlers: readonly Handler[]) => Handler | undefined,
): Promise<Handler | undefined> {
  return find(await context.handlers.list(false)) ?? find(await context.handlers.list(true));
}

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;
