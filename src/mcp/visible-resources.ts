import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Contents } from "../handlers/content-block.ts";
import { findResourceHandler, readResourceHandler } from "../handlers/read-resource-handler.ts";
import { readResourceText, resourceKind } from "../resources/find-resource.ts";
import { listResources, visibleTemplates } from "../resources/list-resources.ts";
import { describeHandler, describeResource, describeTemplate } from "./describe.ts";
import { findHandler, listedHandlers } from "./listed-handlers.ts";

/** All resources this caller has, ours and those of its database, by URI. */
export async function describeResources(context: RequestContext) {
  const handlers = await listedHandlers(context, "resource");
  const ours = (await listResources(context)).map(describeResource);
  const theirs: typeof ours = handlers.map(describeHandler);
  return [...ours, ...theirs].toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
}

export async function describeTemplates(context: RequestContext) {
  const handlers = await listedHandlers(context, "template");
  const ours = visibleTemplates(context).map(describeTemplate);
  const theirs: typeof ours = handlers.map(describeHandler);
  return [...ours, ...theirs].toSorted((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1));
}

interface Readable {
  /** What a log may call it. */
  readonly name: string;
  readonly read: () => Promise<Contents[]>;
}

/** What a URI leads to: something of ours, else a handler in the database. */
export async function findReadable(context: RequestContext, uri: string): Promise<Readable> {
  const kind = resourceKind(uri);
  if (kind !== undefined) return { name: kind, read: async () => [await readResourceText(context, uri)] };
  const handler = await findHandler(context, (handlers) => findResourceHandler(handlers, uri));
  if (handler !== undefined)
    return { name: handler.key, read: () => readResourceHandler(context.handlers, handler, uri) };
  throw new AppError("resource_not_found", `There is no resource "${uri}".`, {
    next: "Call resources/list.",
    data: { uri },
  });
}
