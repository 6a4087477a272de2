import type { Complete, RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { visibleTemplates } from "../resources/list-resources.ts";
import { findPrompt } from "./get-prompt.ts";

/** What the argument belongs to: a prompt by name or a resource template by its URI. */
type Reference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

// The protocol's own bound.
const MAX_VALUES = 100;

export async function complete(
  context: RequestContext,
  reference: Reference,
  argument: { readonly name: string; readonly value: string },
  given: Readonly<Record<string, string>>,
) {
  const values = await completerOf(context, reference, argument.name)(context, argument.value, given);
  const shown = values.slice(0, MAX_VALUES);
  const hasMore = values.length > shown.length;
  // Nobody counts names beyond those that are offered.
  return { completion: { values: shown, hasMore, ...(hasMore ? {} : { total: values.length }) } };
}

function completerOf(context: RequestContext, reference: Reference, argument: string): Complete {
  const completers =
    reference.type === "ref/prompt"
      ? promptCompleters(context, reference.name)
      : templateCompleters(context, reference.uri);
  const completer = completers.get(argument);
  if (completer !== undefined) return completer;
  throw new AppError("invalid_arguments", `There is no argument "${argument}" to complete.`, {
    next: `Complete one of: ${[...completers.keys()].join(", ") || "none"}.`,
  });
}

function promptCompleters(context: RequestContext, name: string): ReadonlyMap<string, Complete> {
  return new Map(findPrompt(context, name).arguments.map((argument) => [argument.name, argument.complete]));
}

function templateCompleters(context: RequestContext, uri: string): ReadonlyMap<string, Complete> {
  const template = visibleTemplates(context).find((candidate) => candidate.uriTemplate === uri);
  if (template !== undefined) return new Map(Object.entries(template.complete));
  throw new AppError("resource_not_found", `There is no resource template "${uri}".`, {
    next: "Call resources/templates/list.",
    data: { uri },
  });
}
