import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { ToolAnswer } from "../define-tool.ts";
import { remainderOf, structureOf, tableOf } from "../describe-page.ts";
import { fence } from "../fence.ts";
import type { QueryArguments } from "../query-schema.ts";
import { type Page, readPage } from "../read-page.ts";
import type { FailedAttempt } from "./check-sql.ts";
import { questionFailure } from "./question-failures.ts";
import { type AskedQuestion, questionLine, schemaBlock, sqlBlock, usageLine } from "./question-parts.ts";
import type { QuestionUsage } from "./question-budget.ts";
import type { SchemaContext } from "./schema-context.ts";

type Answered = AskedQuestion & { readonly usage: QuestionUsage };

/** Runs the SQL that was found for a question, page by page like any other. */
export async function answerRows(
  context: RequestContext,
  args: QueryArguments,
  sql: string,
  { question, usage }: Answered,
): Promise<ToolAnswer> {
  const page = await readPage(context, { ...args, query: sql }).catch((thrown: unknown) => {
    // The model is told nothing of this: what fails only when it runs may quote rows.
    throw thrown instanceof AppError ? questionFailure(thrown, { question, usage }, sql) : thrown;
  });
  const { id, database } = page.database.connection;
  const isDefault = context.tenant.connections[0]?.id === id;
  const parts = [
    questionLine(question),
    `Generated SQL:\n${sqlBlock(sql)}`,
    `Results (${String(page.rows.length)} rows${remainderOf(page)}):\n${tableOf(page, args.format)}`,
    ...nextPage(page, isDefault ? "" : ` and connection ${id}`),
    `${usageLine(usage)} Database: ${id} (${database}).`,
  ];
  return { text: parts.join("\n\n"), structured: { ...structureOf(page), question, sql, usage } };
}

function nextPage({ truncated }: Page, connection: string): readonly string[] {
  return truncated
    ? [`Next page: call query_database with this SQL as query${connection}; the question is not asked again.`]
    : [];
}

/** The model sees no way to answer from what it was shown. */
export function answerCannot(
  { question, usage, schema }: Answered & { schema: SchemaContext },
  reason: string,
): ToolAnswer {
  const seen = `It was shown ${String(schema.shown)} of ${schema.total.toLocaleString("en-US")} tables and views.`;
  const parts = [
    questionLine(question),
    `No SQL was run: the model says that the tables it was shown cannot answer this.\n${fence(reason)}`,
    `${seen} Ask in other words, with names of tables; or call get_schema_info and send SQL.`,
    usageLine(usage),
  ];
  return { text: parts.join("\n\n"), structured: { question, cannot: reason, usage } };
}

/** Without a model the assistant is the one to write the SQL. */
export function answerSchemaOnly(
  tenant: string,
  { question, schema }: AskedQuestion & { readonly schema: SchemaContext },
  failed: FailedAttempt | undefined,
): ToolAnswer {
  const parts = [
    questionLine(question),
    ...(failed?.sql === undefined
      ? []
      : [`The saved answer to this question cannot be run any more: ${failed.error.message}\n${sqlBlock(failed.sql)}`]),
    "No SQL was written: no text model is set up here. Write one SELECT from the schema below and call query_database with it.",
    `(The operator can set up a model: npm run postern -- model set ${tenant} text --provider <name>)`,
    schemaBlock(schema),
  ];
  return { text: parts.join("\n\n"), structured: { question, schemaContext: schema.text } };
}
