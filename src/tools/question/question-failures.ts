import { AppError } from "../../errors.ts";
import type { FailedAttempt } from "./check-sql.ts";
import { type AskedQuestion, questionLine, schemaBlock, sqlBlock, usageLine } from "./question-parts.ts";
import type { QuestionUsage } from "./question-budget.ts";

const WRITE_YOURSELF = "Write the SQL yourself and call query_database with it, or ask in other words.";

/** A failure on the way to an answer, with all that helps the assistant to go on without the model. */
export function questionFailure(error: AppError, asked: AskedQuestion, sql: string | undefined): AppError {
  const { question, usage, schema } = asked;
  const parts = [
    questionLine(question),
    ...(sql === undefined ? [] : [`Last SQL:\n${sqlBlock(sql)}`]),
    ...(usage === undefined ? [] : [usageLine(usage)]),
    ...(schema === undefined ? [] : [schemaBlock(schema)]),
  ];
  const { next } = error.details;
  return new AppError(error.code, error.message, {
    ...error.details,
    next: next === undefined ? WRITE_YOURSELF : `${next} ${WRITE_YOURSELF}`,
    data: {
      ...error.details.data,
      question,
      ...(sql === undefined ? {} : { sql }),
      ...(usage === undefined ? {} : { usage }),
      ...(schema === undefined ? {} : { schemaContext: schema.text }),
    },
    appendix: parts.join("\n\n"),
  });
}

/** Why there is no SQL when the question may cost no more. */
export function budgetFailure(last: FailedAttempt | undefined, { calls }: QuestionUsage): AppError {
  if (last === undefined) {
    return new AppError("model_answer_unusable", "The question's limit of tokens is too small to ask the model.", {
      next: "Ask in fewer words, or have the operator raise the tenant's maxQuestionTokens.",
    });
  }
  const { code, message, details } = last.error;
  const what = last.sql === undefined ? "no SQL" : "no SQL that can be run";
  const spent = calls === 1 ? "1 call" : `${String(calls)} calls`;
  return new AppError(
    code,
    `The model gave ${what} in ${spent}, and the question may cost no more: ${message}`,
    details,
  );
}
