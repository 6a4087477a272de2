import type { RequestContext } from "../context.ts";
import { toAppError } from "../errors.ts";
import type { Handler, HandlerKind } from "../handlers/handler.ts";
import { log } from "../log.ts";

/** The caller's handlers of one kind, for a list. A database that does not answer must not take Postern's own along. */
export async function listedHandlers(context: RequestContext, kind: HandlerKind): Promise<readonly Handler[]> {
  try {
    return (await context.handlers.list(true)).filter((handler) => handler.kind === kind);
  } catch (thrown) {
    const { code, details } = toAppError(thrown, context.requestId);
    log("handlers_unavailable", { requestId: context.requestId, code, sqlstate: details.sqlstate });
    return [];
  }
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
