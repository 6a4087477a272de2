import { createInterface } from "node:readline/promises";
import type { Options } from "./command.ts";

export const YES = { yes: { type: "boolean", what: "do not ask" } } as const satisfies Options;

/** Belongs to the explanation of every command that takes YES. */
export const ASKS_FIRST = "At a terminal it asks first; a script is not asked.";

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** One line from a person; undefined when they leave without an answer. */
export async function ask(question: string, { input, output }: Terminal): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  const closed = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  // Ctrl-C and the end of input close it without an answer, and without a line break.
  const answer = await Promise.race([lines.question(question), closed]);
  lines.close();
  if (answer === undefined) output.write("\n");
  return answer;
}

/** Throws unless the answer is yes. Where nobody sits there is nobody to ask, and it passes. */
export async function confirm(question: string, { input, output }: Terminal): Promise<void> {
  if (!input.isTTY || !output.isTTY) return;
  const answer = await ask(`${question} [y/N] `, { input, output });
  if (!/^\s*y(es)?\s*$/i.test(answer ?? "")) throw new Error("Nothing was changed.");
}
