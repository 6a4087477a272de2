import { AppError } from "../errors.ts";

const url = /\bpostgres(?:ql)?:\/\//i;

export const mentionsUrl = (text: string): boolean => url.test(text);

/** A connection string in a request could lead anywhere, and its password would be in the conversation for good. */
export function refuseUrl(text: string): void {
  if (!mentionsUrl(text)) return;
  throw new AppError("invalid_arguments", "A connection string is not taken here; only saved connections are used.", {
    next: "Save it with add_database_connection or ask the operator to, then name its alias.",
  });
}
