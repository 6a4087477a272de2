import { approve, type Statement } from "../db/statement.ts";
import { ownFacts } from "./own-statement.ts";

/** Approves a .sql file of ours. Callers pass what they import from such a file, and nothing else. */
export function ownSqlFile(text: string): Statement {
  return approve(text, "rows", ownFacts);
}
