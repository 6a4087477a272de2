import { completeConnection } from "./complete-arguments.ts";
import type { PromptArgument } from "./define-prompt.ts";

/** The last argument of every prompt. */
export const connectionArgument: PromptArgument = {
  name: "connection",
  description: "Alias of a connection; left out, the default one",
  required: false,
  complete: completeConnection,
};
