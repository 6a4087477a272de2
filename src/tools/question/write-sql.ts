import { questionPrompt, type SqlTask } from "../../ai/question-prompt.ts";
import { readAnswer, type SqlAnswer } from "../../ai/read-answer.ts";
import type { WrittenText } from "../../ai/text-model.ts";
import { AppError } from "../../errors.ts";
import type { FailedAttempt } from "./check-sql.ts";
import type { QuestionBudget } from "./question-budget.ts";

export type WrittenSql = { readonly sql: string; readonly cannot?: never } | { readonly cannot: string };

/** The last attempt of all; there is none when not even the first call was affordable. */
export class NoSqlFound extends Error {
  readonly last: FailedAttempt | undefined;

  constructor(last: FailedAttempt | undefined) {
    super("no SQL was found that can be run");
    this.name = "NoSqlFound";
    this.last = last;
  }
}

/** Has a model write SQL until it passes the check, telling it each time what was wrong, while the budget lasts. */
export async function writeSql(
  task: Omit<SqlTask, "failed">,
  budget: QuestionBudget,
  check: (sql: string) => Promise<FailedAttempt | undefined>,
  before: FailedAttempt | undefined,
): Promise<WrittenSql> {
  let failed = before;
  for (;;) {
    const written = await budget.ask(
      questionPrompt({ ...task, ...(failed === undefined ? {} : { failed: told(failed) }) }),
    );
    if (written === undefined) throw new NoSqlFound(failed);
    const answer = readWhole(written);
    if ("cannot" in answer) return answer;
    failed = "sql" in answer ? await check(answer.sql) : unusable(answer.problem);
    if (failed === undefined && "sql" in answer) return answer;
  }
}

function readWhole({ text, isCut, outputTokens }: WrittenText): SqlAnswer {
  return isCut ? { problem: `The answer was cut off after ${String(outputTokens)} tokens.` } : readAnswer(text);
}

function unusable(problem: string): FailedAttempt {
  return { error: new AppError("model_answer_unusable", problem) };
}

function told({ sql, error }: FailedAttempt): NonNullable<SqlTask["failed"]> {
  const { sqlstate, excerpt, hint, next } = error.details;
  const lines = [
    `${error.message}${sqlstate === undefined ? "" : ` (SQLSTATE ${sqlstate})`}`,
    ...[excerpt, hint, next].filter((line) => line !== undefined),
  ];
  return { ...(sql === undefined ? {} : { sql }), error: lines.join("\n") };
}
