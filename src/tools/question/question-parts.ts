import { cellText } from "../cell-text.ts";
import { fence } from "../fence.ts";
import { makeVisible } from "../visible-text.ts";
import type { QuestionUsage } from "./question-budget.ts";
import type { SchemaContext } from "./schema-context.ts";

/** What is known of a question while it is answered. */
export interface AskedQuestion {
  readonly question: string;
  readonly usage?: QuestionUsage;
  readonly schema?: SchemaContext;
}

export const questionLine = (question: string): string => `Natural Language Query: ${cellText(question)}`;

/** SQL for the assistant to read. What is remarked in it is nobody's instruction. */
export function sqlBlock(sql: string): string {
  const visible = makeVisible(sql);
  return sql.includes("--") || sql.includes("/*") ? fence(visible) : visible;
}

/** The schema for the assistant to write SQL from. */
export function schemaBlock({ text, shown, total, version, connection }: SchemaContext): string {
  const count = `${String(shown)} of ${total.toLocaleString("en-US")} tables and views`;
  const heading = `Schema of ${connection.id} (${connection.database}, PostgreSQL ${version}), ${count}:`;
  return `${heading}\n${fence(text === "" ? "There is no table or view that may be read." : text)}`;
}

export function usageLine({ provider, model, calls, inputTokens, outputTokens, saved }: QuestionUsage): string {
  if (saved === true) return "Cost: none, this SQL is the saved answer to the question.";
  const asked = calls === 1 ? "1 call" : `${String(calls)} calls`;
  const [read, wrote] = [inputTokens, outputTokens].map((tokens) => tokens.toLocaleString("en-US"));
  return `Cost: ${asked} of ${provider ?? ""} ${model ?? ""}, ${read ?? ""} tokens in, ${wrote ?? ""} out.`;
}
