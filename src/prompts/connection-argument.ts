import { completeConnection } from "./complete-arguments.ts";
import type { PromptArgument } from "./define-prompt.ts";

/** The last argument of every prompt. */
export const connectionArgument: PromptArgument = {
  name: "connection",
  description: "Which database; default the first",
  required: false,
  complete: completeConnection,
};
