import { AppError } from "../../errors.ts";
import { isQuestion } from "./is-question.ts";

/** Words alone, and none that only SQL needs. */
const isSpoken = (text: string): boolean => /^[\p{L}\p{M}\p{N}\s,'’-]+\.?$/u.test(text) && !/\bfrom\b/i.test(text);

const END_WITH_MARK = "If it is a question, end it with a question mark.";
const WRITE_PARAMETERS = "Values are written $1, $2 and passed in params.";
const ASK_ELSEWHERE = "This tool takes only SQL; ask questions in plain words with query_database.";

function advised(error: AppError, advice: string): AppError {
  const { next } = error.details;
  return new AppError(error.code, error.message, {
    ...error.details,
    next: next === undefined ? advice : `${next} ${advice}`,
  });
}

/** For a tool that takes both: passes a failure of SQL on, with what to do if it was meant as a question. */
export function adviseToAsk(text: string): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    const mayBeQuestion = thrown.code === "sql_syntax" || (thrown.code.startsWith("sql_") && isSpoken(text));
    if (!mayBeQuestion) throw thrown;
    throw advised(thrown, text.trimEnd().endsWith("?") ? WRITE_PARAMETERS : END_WITH_MARK);
  };
}

/** For a tool that takes only SQL: passes the failure of a question on, with where to ask it. */
export function adviseWhereToAsk(text: string): (thrown: unknown) => Promise<never> {
  return async (thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== "sql_syntax" || !(await isQuestion(text))) throw thrown;
    throw new AppError(thrown.code, thrown.message, { ...thrown.details, next: ASK_ELSEWHERE });
  };
}
