import { AppError } from "../../src/errors.ts";
import { makeVisible } from "../../src/tools/visible-text.ts";
import { AdminError } from "../admin-error.ts";
import { CloudflareError } from "../cloudflare/cloudflare-error.ts";

/** Whatever a server put into its message, it neither shows the password of a URL nor moves the cursor. */
export const safely = (text: string): string => makeVisible(text.replace(/\/\/(?!user:password@)[^\s"']+@/g, "//***@"));

interface Advice {
  readonly excerpt?: string | undefined;
  readonly hint?: string | undefined;
  readonly next?: string | undefined;
}

function detailsOf(error: unknown): Advice {
  if (error instanceof AppError) return error.details;
  return error instanceof AdminError || error instanceof CloudflareError ? error : {};
}

/** What stands below the message: the place it is about, and what to do. */
function adviceOf(error: unknown): readonly string[] {
  const { excerpt, hint, next } = detailsOf(error);
  return [excerpt, hint === undefined ? undefined : `Hint: ${hint}`, next].filter((line) => line !== undefined);
}

/** The lines that a person reads of a failure. */
export function describeError(error: unknown): readonly string[] {
  return [error instanceof Error ? error.message : String(error), ...adviceOf(error)].map(safely);
}
