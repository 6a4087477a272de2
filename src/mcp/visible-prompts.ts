import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { getPromptHandler, type HandlerMessage } from "../handlers/get-prompt-handler.ts";
import type { Prompt } from "../prompts/define-prompt.ts";
import { prompts } from "../prompts/registry.ts";
import { describeHandler, describePrompt } from "./describe.ts";
import { byName, findHandler, listedHandlers } from "./listed-handlers.ts";

/** Our own prompts; they show the schema, so only to a token that may read. */
export function visiblePrompts(context: RequestContext): readonly Prompt[] {
  return context.scopes.includes("read") ? prompts : [];
}

/** All prompts this caller has, ours and those of its database, by name. */
export async function describePrompts(context: RequestContext) {
  const handlers = await listedHandlers(context, "prompt");
  const ours = visiblePrompts(context).map(describePrompt);
  const theirs: typeof ours = handlers.map(describeHandler);
  return [...ours, ...theirs].toSorted(byName);
}

interface FoundPrompt {
  readonly name: string;
  /** Renders it into the messages that the user sends. */
  readonly render: (
    given: Readonly<Record<string, string>>,
  ) => Promise<{ description?: string; messages: HandlerMessage[] }>;
}

export async function findPrompt(context: RequestContext, name: string): Promise<FoundPrompt> {
  const prompt = visiblePrompts(context).find((candidate) => candidate.name === name);
  if (prompt !== undefined) return { name, render: (given) => render(context, prompt, given) };
  const handler = await findHandler(context, (handlers) =>
    handlers.find((candidate) => candidate.kind === "prompt" && candidate.name === name),
  );
  if (handler !== undefined) return { name, render: (given) => getPromptHandler(context.handlers, handler, given) };
  throw new AppError("prompt_not_found", `There is no prompt "${name}".`, { next: "Call prompts/list." });
}

async function render(context: RequestContext, prompt: Prompt, given: Readonly<Record<string, string>>) {
  checkArguments(prompt, given);
  const text = await prompt.render(context, given);
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  };
}

function checkArguments(prompt: Prompt, given: Readonly<Record<string, string>>): void {
  const known = prompt.arguments.map((argument) => argument.name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const missing = prompt.arguments.filter(({ name, required }) => required && (given[name] ?? "").trim() === "");
  if (unknown.length === 0 && missing.length === 0) return;
  const reasons = [
    ...missing.map((argument) => `${argument.name} is required`),
    ...unknown.map((name) => `${name} is not one of its arguments`),
  ];
  throw new AppError("invalid_arguments", `Invalid arguments for ${prompt.name}: ${reasons.join("; ")}.`, {
    next: known.length === 0 ? "It takes none." : `It takes: ${known.join(", ")}.`,
  });
}
