import type { HandlerCalls } from "../context.ts";
import { type Contents, isContents } from "./content-block.ts";
import { handlerFailed } from "./envelope.ts";
import type { Handler } from "./handler.ts";
import { invokeHandler } from "./invoke-handler.ts";

/**
 * The handler that a URI is probably for: its own before a template's, a longer template before a shorter one. Only what
 * stands before the first variable and behind the last is compared; the database has the last word.
 */
export function findResourceHandler(handlers: readonly Handler[], uri: string): Handler | undefined {
  const own = handlers.find(({ kind, key }) => kind === "resource" && key === uri);
  if (own !== undefined) return own;
  return handlers
    .filter(({ kind, key }) => kind === "template" && isLikely(key, uri))
    .toSorted((a, b) => b.key.length - a.key.length)[0];
}

function isLikely(template: string, uri: string): boolean {
  const [start, end] = [template.indexOf("{"), template.lastIndexOf("}")];
  const [before, behind] = [template.slice(0, start), template.slice(end + 1)];
  return uri.length > before.length + behind.length && uri.startsWith(before) && uri.endsWith(behind);
}

export async function readResourceHandler(calls: HandlerCalls, handler: Handler, uri: string): Promise<Contents[]> {
  const { contents } = await invokeHandler(calls, handler, { uri });
  if (!Array.isArray(contents) || !contents.every(isContents))
    throw handlerFailed(handler.name, "its contents are no list of texts or blobs");
  return contents;
}
