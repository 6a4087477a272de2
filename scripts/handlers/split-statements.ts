import type { Node, ParseResult } from "libpg-query";
import { fileError, type SqlFile, unitsBefore } from "./sql-file.ts";

export interface SqlStatement {
  readonly text: string;
  /** Its first character in the file. */
  readonly start: number;
}

const ONE_TRANSACTION = "The file is run in one transaction of its own: take this statement out.";

async function parseFile(file: SqlFile): Promise<ParseResult> {
  // Loaded when needed: it takes more memory than the rest of the program.
  const { hasSqlDetails, parse } = await import("libpg-query");
  try {
    return await parse(`${file.text}\n`);
  } catch (error) {
    if (!hasSqlDetails(error)) throw error;
    const place = unitsBefore(file.text, (error.sqlDetails?.cursorPosition ?? 0) + 1);
    const isMeta = file.text[place] === "\\";
    throw fileError(file, place, isMeta ? "a command of psql, which is no SQL" : error.message, {
      sqlstate: "42601",
      next: isMeta ? "Take it out: the file is not run by psql." : "Mend the statement; nothing was run.",
      cause: error,
    });
  }
}

/** Why a statement may not be in a file that is run here, with what to do instead. */
function refusalOf(statement: Node): { readonly why: string; readonly next: string } | undefined {
  if ("TransactionStmt" in statement)
    return { why: "BEGIN, COMMIT, SAVEPOINT and the like are refused", next: ONE_TRANSACTION };
  if ("VariableSetStmt" in statement) {
    const { kind, name = "" } = statement.VariableSetStmt;
    if (kind === "VAR_SET_MULTI" || name.toLowerCase().startsWith("transaction_"))
      return { why: "changing the transaction is refused", next: ONE_TRANSACTION };
  }
  if ("CopyStmt" in statement) {
    const { filename, is_program: isProgram } = statement.CopyStmt;
    if (filename === undefined || isProgram === true)
      return { why: "COPY with STDIN, STDOUT or PROGRAM is refused", next: "Write INSERT ... VALUES instead." };
  }
  return undefined;
}

/** The statements of a file, by Postgres' own grammar. What could end the transaction it is run in is refused. */
export async function splitStatements(file: SqlFile): Promise<readonly SqlStatement[]> {
  const { stmts = [] } = await parseFile(file);
  const bytes = Buffer.from(file.text);
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const start = bytes.subarray(0, from).toString().length;
    const refusal = stmt === undefined ? undefined : refusalOf(stmt);
    if (refusal !== undefined) throw fileError(file, start, `${refusal.why}.`, { next: refusal.next });
    const end = length === undefined ? bytes.length : from + length;
    return { text: bytes.subarray(from, end).toString(), start };
  });
}
