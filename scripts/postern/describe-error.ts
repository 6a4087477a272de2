import { AppError } from "../../src/errors.ts";
import { makeVisible } from "../../src/tools/visible-text.ts";
import { AdminError } from "../admin-error.ts";

/** Whatever a server put into its message, it neither shows the password of a URL nor moves the cursor. */
export const safely = (text: string): string => makeVisible(text.replace(/\/\/(?!user:password@)[^\s"']+@/g, "//***@"));

/** What stands below the message: the place it is about, and what to do. */
function adviceOf(error: unknown): readonly string[] {
  if (!(error instanceof AdminError || error instanceof AppError)) return [];
  const { excerpt, hint, next } = error instanceof AppError ? error.details : error;
  return [excerpt, hint === undefined ? undefined : `Hint: ${hint}`, next].filter((line) => line !== undefined);
}

/** The lines that a person reads of a failure. */
export function describeError(error: unknown): readonly string[] {
  return [error instanceof Error ? error.message : String(error), ...adviceOf(error)].map(safely);
}
