import { type AppError, errorTable } from "../errors.ts";
import { cellText } from "../tools/cell-text.ts";
import { makeVisible } from "../tools/visible-text.ts";

/**
 * A tool's failure for the assistant to read: what, where, and what to do next. The server's own words may quote rows,
 * so they stay on their line.
 */
export function errorText(error: AppError): string {
  const { sqlstate, excerpt, hint, next, appendix } = error.details;
  const lines = [
    `${error.code}: ${cellText(error.message)}${sqlstate === undefined ? "" : ` (SQLSTATE ${sqlstate})`}`,
    excerpt === undefined ? undefined : makeVisible(excerpt),
    hint === undefined ? undefined : `Hint: ${cellText(hint)}`,
    next === undefined ? undefined : `Next: ${cellText(next)}`,
    `Retryable: ${errorTable[error.code].retryable ? "yes" : "no"}`,
    appendix === undefined ? undefined : `\n${appendix}`,
  ];
  return lines.filter((line) => line !== undefined).join("\n");
}
