import { type AppError, errorTable } from "../errors.ts";
import { makeVisible } from "../tools/visible-text.ts";

/** A tool's failure for the assistant to read: what, where, and what to do next. */
export function errorText(error: AppError): string {
  const { sqlstate, excerpt, hint, next } = error.details;
  const lines = [
    `${error.code}: ${error.message}${sqlstate === undefined ? "" : ` (SQLSTATE ${sqlstate})`}`,
    excerpt,
    hint === undefined ? undefined : `Hint: ${hint}`,
    next === undefined ? undefined : `Next: ${next}`,
    `Retryable: ${errorTable[error.code].retryable ? "yes" : "no"}`,
  ];
  return makeVisible(lines.filter((line) => line !== undefined).join("\n"));
}
