import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Prompt } from "../prompts/define-prompt.ts";
import { prompts } from "../prompts/registry.ts";

const sorted = prompts.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The prompts by name; they show the schema, so only to a token that may read. */
export function visiblePrompts(context: RequestContext): readonly Prompt[] {
  return context.scopes.includes("read") ? sorted : [];
}

export function findPrompt(context: RequestContext, name: string): Prompt {
  const prompt = visiblePrompts(context).find((candidate) => candidate.name === name);
  if (prompt !== undefined) return prompt;
  throw new AppError("prompt_not_found", `There is no prompt "${name}".`, { next: "Call prompts/list." });
}

/** Renders a prompt into the one message that the user sends. */
export async function getPrompt(context: RequestContext, name: string, given: Readonly<Record<string, string>>) {
  const prompt = findPrompt(context, name);
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
