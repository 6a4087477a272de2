import type { Complete, RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Handler } from "../handlers/handler.ts";
import { visibleTemplates } from "../resources/list-resources.ts";
import { findHandler } from "./listed-handlers.ts";
import { findPrompt, visiblePrompts } from "./visible-prompts.ts";

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
  const completer = await findCompleter(context, reference, argument.name);
  const values = await completer(context, argument.value, given);
  const shown = values.slice(0, MAX_VALUES);
  const hasMore = values.length > shown.length;
  // Nobody counts names beyond those that are offered.
  return { completion: { values: shown, hasMore, ...(hasMore ? {} : { total: values.length }) } };
}

async function findCompleter(context: RequestContext, reference: Reference, argument: string): Promise<Complete> {
  const completers =
    reference.type === "ref/prompt"
      ? await promptCompleters(context, reference.name)
      : await templateCompleters(context, reference.uri);
  // A handler in the database offers nothing, whatever its arguments are called.
  const completer = completers === undefined ? nothing : completers.get(argument);
  if (completer !== undefined) return completer;
  throw new AppError("invalid_arguments", `There is no argument "${argument}" to complete.`, {
    next: `Complete one of: ${[...(completers?.keys() ?? [])].join(", ") || "none"}.`,
  });
}

const nothing: Complete = () => Promise.resolve([]);

type Completers = ReadonlyMap<string, Complete>;

/** Undefined for a handler in the database. */
async function promptCompleters(context: RequestContext, name: string): Promise<Completers | undefined> {
  const prompt = visiblePrompts(context).find((candidate) => candidate.name === name);
  if (prompt !== undefined) return new Map(prompt.arguments.map((argument) => [argument.name, argument.complete]));
  await findPrompt(context, name);
  return undefined;
}

async function templateCompleters(context: RequestContext, uri: string): Promise<Completers | undefined> {
  const template = visibleTemplates(context).find((candidate) => candidate.uriTemplate === uri);
  if (template !== undefined) return new Map(Object.entries(template.complete));
  const isThis = ({ kind, key }: Handler): boolean => kind === "template" && key === uri;
  if ((await findHandler(context, (handlers) => handlers.find(isThis))) !== undefined) return undefined;
  throw new AppError("resource_not_found", `There is no resource template "${uri}".`, {
    next: "Call resources/templates/list.",
    data: { uri },
  });
}
