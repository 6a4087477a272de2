import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Tool } from "../tools/define-tool.ts";
import { tools } from "../tools/registry.ts";
import { describeHandler, describeTool } from "./describe.ts";
import { byName, listedHandlers } from "./listed-handlers.ts";
import type { ServedContext } from "./request-context.ts";

/** Of all tools of our own, whoever may have them. */
export const toolNames: ReadonlySet<string> = new Set(tools.map((tool) => tool.name));

type WantedContext = RequestContext & Pick<ServedContext, "call">;

/** Whether the URL's ?tools= leaves a tool of this name. */
export const isWanted = ({ call }: WantedContext, name: string): boolean => call.tools?.includes(name) ?? true;

/** The tools of our own that the token's scopes and the tenant's policy allow, narrowed to those that the URL names. */
export function visibleTools(context: WantedContext): readonly Tool[] {
  const { allowedTools } = context.tenant.policy;
  return tools.filter(
    ({ name, scope }) =>
      context.scopes.includes(scope) && (allowedTools?.includes(name) ?? true) && isWanted(context, name),
  );
}

/** All tools this caller has, ours and those of its database, by name. */
export async function describeTools(context: WantedContext) {
  const handlers = await listedHandlers(context, "tool");
  const ours = visibleTools(context).map((tool) => ({ name: tool.name, described: describeTool(tool) }));
  const theirs = handlers
    .filter(({ name }) => isWanted(context, name))
    .map((handler) => ({ name: handler.name, described: describeHandler(handler) }));
  return [...ours, ...theirs].toSorted(byName).map(({ described }) => described);
}

/** A name in ?tools= that this caller does not have is an error: a mistyped one must not go unnoticed. */
export async function checkWanted(context: WantedContext): Promise<void> {
  const { tools: wanted } = context.call;
  if (wanted === undefined) return;
  const known = new Set(visibleTools(context).map(({ name }) => name));
  if (wanted.every((name) => known.has(name))) return;
  const everything = { ...context, call: { ...context.call, tools: undefined } };
  for (const { name } of [...visibleTools(everything), ...(await listedHandlers(context, "tool"))]) known.add(name);
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new AppError("bad_request", `The URL's ?tools= names what is not there: ${unknown.join(", ")}.`, {
    next: `Use some of: ${[...known].toSorted().join(", ")}.`,
  });
}
