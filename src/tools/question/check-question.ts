import { AppError } from "../../errors.ts";
import type { QueryArguments } from "../query-schema.ts";

const MAX_CHARACTERS = 2000;

const invalid = (message: string, next: string): AppError => new AppError("invalid_arguments", message, { next });

/** The question, if it and the other arguments can go together. */
export function checkQuestion({ query, params, cursor }: QueryArguments): string {
  const question = query.trim();
  if (!/[\p{L}\p{N}]/u.test(question)) throw invalid("The question has no words.", "Ask something, or send SQL.");
  if (question.length > MAX_CHARACTERS) {
    throw invalid(
      `The question is longer than ${MAX_CHARACTERS.toLocaleString("en-US")} characters.`,
      "Ask in fewer words, or send SQL.",
    );
  }
  if ((params?.length ?? 0) > 0)
    throw invalid(
      "params are for SQL; this reads like a question.",
      "Write their values into the question, or send SQL.",
    );
  if (cursor !== undefined)
    throw invalid("A cursor is for the SQL that it came with, not for a question.", "Pass that SQL as query.");
  return question;
}
