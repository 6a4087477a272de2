import { limits } from "../config.ts";
import type { RequestContext } from "../context.ts";
import { withoutEnd } from "../sql/without-end.ts";
import type { NewQuestion } from "../tenants/question-store.ts";
import { invalid, requireFields } from "./admin-input.ts";

const { maxQuestionCharacters, maxQuestionSqlCharacters } = limits;

/** A question with its SQL as they came, about the connection named or the tenant's default. */
export function questionInput(body: unknown, context: RequestContext): NewQuestion {
  const { question, sql, connection } = requireFields(body, ["question", "sql", "connection"]);
  if (connection !== undefined && typeof connection !== "string") throw invalid("connection must be a string");
  return {
    question: filled(question, "question", maxQuestionCharacters).replace(/\s+/g, " "),
    // Without the end of a statement it can be put behind EXPLAIN and into other statements.
    sql: withoutEnd(filled(sql, "sql", maxQuestionSqlCharacters)),
    connection: context.database(connection).connection.id,
  };
}

function filled(value: unknown, name: string, most: number): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > most) throw invalid(`${name} must be a text of 1 to ${String(most)} characters`);
  return text;
}
