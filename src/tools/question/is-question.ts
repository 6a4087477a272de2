import { isGrammatical } from "../../sql/is-grammatical.ts";
import { readsLikeSql } from "../../sql/reads-like-sql.ts";

/** What is longer never reaches the parser, so only its looks tell. */
const MAX_PARSED = 16 * 1024;

/** Whether the text is a question in plain words. Whatever Postgres' own grammar takes for SQL is SQL. */
export async function isQuestion(text: string): Promise<boolean> {
  // The looks first: the guard parses what is SQL anyway.
  if (readsLikeSql(text)) return false;
  return text.length > MAX_PARSED || !(await isGrammatical(text));
}
