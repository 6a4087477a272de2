import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Tool } from "../tools/define-tool.ts";
import { tools } from "../tools/registry.ts";

export const toolNames: readonly string[] = tools.map((tool) => tool.name);

const byName = (a: Tool, b: Tool): number => (a.name < b.name ? -1 : 1);

/** The tools that the token's scopes and the tenant's policy allow, by name. */
function permittedTools({ scopes, tenant }: RequestContext): readonly Tool[] {
  const { allowedTools } = tenant.policy;
  return tools
    .filter((tool) => scopes.includes(tool.scope) && (allowedTools?.includes(tool.name) ?? true))
    .toSorted(byName);
}

/** The permitted tools, narrowed to those that the URL names; a name that is not among them is an error. */
export function visibleTools(context: RequestContext, wanted: readonly string[] | undefined): readonly Tool[] {
  const permitted = permittedTools(context);
  if (wanted === undefined) return permitted;
  const names = permitted.map((tool) => tool.name);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new AppError("bad_request", `The URL's ?tools= names what is not there: ${unknown.join(", ")}.`, {
      next: `Use some of: ${names.join(", ")}.`,
    });
  }
  return permitted.filter((tool) => wanted.includes(tool.name));
}
