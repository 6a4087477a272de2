import { isModelFailure } from "../../ai/is-model-failure.ts";
import type { SqlTask } from "../../ai/question-prompt.ts";
import type { RequestContext } from "../../context.ts";
import type { ToolAnswer } from "../define-tool.ts";
import type { QueryArguments } from "../query-schema.ts";
import { checkQuestion } from "./check-question.ts";
import { checkSql, type FailedAttempt } from "./check-sql.ts";
import { budgetFailure, questionFailure } from "./question-failures.ts";
import { answerCannot, answerRows, answerSchemaOnly } from "./question-answers.ts";
import { QuestionBudget, type QuestionUsage, sharesOf } from "./question-budget.ts";
import { findSaved, nearestSaved } from "./saved-answers.ts";
import { readSchemaContext, type SchemaContext } from "./schema-context.ts";
import { NoSqlFound, type WrittenSql, writeSql } from "./write-sql.ts";

const NOTHING_SPENT: QuestionUsage = { calls: 0, inputTokens: 0, outputTokens: 0, saved: true };

/**
 * Answers a question in plain words: by the saved answer to it, else by SQL that the tenant's text model writes. Nothing
 * is run that the guard has not passed and the database has not planned.
 */
export async function answerQuestion(context: RequestContext, args: QueryArguments): Promise<ToolAnswer> {
  const question = checkQuestion(args);
  const { policy } = context.tenant;
  const database = context.database(args.connection);
  const check = (sql: string): Promise<FailedAttempt | undefined> => checkSql(database, policy, sql);
  const saved = (await context.questions()).filter(({ connection }) => connection === database.connection.id);
  const same = findSaved(saved, question);
  const failed = same === undefined ? undefined : await check(same.sql);
  if (same !== undefined && failed === undefined)
    return await answerRows(context, args, same.sql, { question, usage: NOTHING_SPENT });

  const shares = sharesOf(policy, question);
  const schema = await readSchemaContext(database, policy, question, shares.schema);
  const model = await findModel(context, { question, schema });
  if (model === undefined) return answerSchemaOnly(context.tenant.id, { question, schema }, failed);
  const budget = new QuestionBudget(model, policy);
  const examples = nearestSaved(saved, question, shares.examples);
  const task = { question, version: schema.version, schema: schema.text, examples };
  const written = await write({ task, schema, budget, check, failed });
  const asked = { question, usage: budget.usage, schema };
  if (written.cannot !== undefined) return answerCannot(asked, written.cannot);
  return await answerRows(context, args, written.sql, asked);
}

async function findModel(context: RequestContext, asked: { question: string; schema: SchemaContext }) {
  try {
    return await context.models.textModel();
  } catch (thrown) {
    if (!isModelFailure(thrown)) throw thrown;
    throw questionFailure(thrown, asked, undefined);
  }
}

interface Writing {
  readonly task: Omit<SqlTask, "failed">;
  readonly schema: SchemaContext;
  readonly budget: QuestionBudget;
  readonly check: (sql: string) => Promise<FailedAttempt | undefined>;
  readonly failed: FailedAttempt | undefined;
}

async function write({ task, schema, budget, check, failed }: Writing): Promise<WrittenSql> {
  try {
    return await writeSql(task, budget, check, failed);
  } catch (thrown) {
    const asked = { question: task.question, usage: budget.usage, schema };
    if (thrown instanceof NoSqlFound)
      throw questionFailure(budgetFailure(thrown.last, budget.usage), asked, thrown.last?.sql);
    if (!isModelFailure(thrown)) throw thrown;
    throw questionFailure(thrown, asked, undefined);
  }
}
