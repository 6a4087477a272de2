import type { RequestContext } from "../context.ts";
import type { ListedResource, ResourceTemplate } from "./define-resource.ts";
import { resources, resourceTemplates } from "./registry.ts";

/** The templates, for a token that may read. */
export function visibleTemplates(context: RequestContext): readonly ResourceTemplate[] {
  return context.scopes.includes("read") ? resourceTemplates : [];
}

/** Every resource there is now for this caller, sorted by URI. */
export async function listResources(context: RequestContext): Promise<readonly ListedResource[]> {
  if (!context.scopes.includes("read")) return [];
  const lists = await Promise.all(visibleTemplates(context).map((template) => template.list(context)));
  return [...resources, ...lists.flat()].toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
}
