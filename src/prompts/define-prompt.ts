import type { Complete, RequestContext } from "../context.ts";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Offers values while the argument is typed. */
  readonly complete: Complete;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The text the user sends to the assistant. Required arguments are there and non-empty. */
  render(context: RequestContext, args: Readonly<Record<string, string>>): Promise<string>;
}

export function definePrompt(prompt: Prompt): Prompt {
  return prompt;
}
