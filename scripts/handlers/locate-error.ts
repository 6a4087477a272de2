import type pg from "pg";
import { type SqlFile, unitsBefore } from "./sql-file.ts";
import type { SqlStatement } from "./split-statements.ts";

/** Where a piece stands in the file; undefined when it does not, or more than once. */
function placeOfOnly(file: SqlFile, piece: string): number | undefined {
  const place = file.text.indexOf(piece);
  return piece === "" || place === -1 || file.text.includes(piece, place + 1) ? undefined : place;
}

/** An error inside a body is told against the text of a query, which the file may hold as part of a string. */
function placeInQuery({ internalQuery, internalPosition }: pg.DatabaseError, file: SqlFile): number | undefined {
  if (internalQuery === undefined || internalPosition === undefined) return undefined;
  const place = placeOfOnly(file, internalQuery);
  return place === undefined ? undefined : place + unitsBefore(internalQuery, Number(internalPosition));
}

/**
 * When a function is made by a query inside another function, Postgres finds the body in the statement it was sent,
 * tells the position there, and then takes it for one in the inner query.
 */
const MAKES_FUNCTION = /^CREATE (?:OR REPLACE )?FUNCTION [^]* AS (\$\w+\$)[^]*\1$/;

/** The place in the file that an error of one of its statements is about; the statement's start when it tells none. */
export function placeOfStatementError(error: pg.DatabaseError, file: SqlFile, statement: SqlStatement): number {
  const { position, internalQuery = "", internalPosition } = error;
  const told = position ?? (MAKES_FUNCTION.test(internalQuery) ? internalPosition : undefined);
  if (told !== undefined) return statement.start + unitsBefore(statement.text, Number(told));
  return placeInQuery(error, file) ?? statement.start;
}

/** The place in the file that an error of a running handler is about; undefined when the file does not hold its body. */
export function placeOfHandlerError(error: pg.DatabaseError, file: SqlFile, body: string): number | undefined {
  const inQuery = placeInQuery(error, file);
  if (inQuery !== undefined) return inQuery;
  const start = placeOfOnly(file, body);
  // The outermost function is the handler, and stands last.
  const line = [...(error.where ?? "").matchAll(/^PL\/pgSQL function .* line (\d+) at /gm)].at(-1)?.[1];
  if (start === undefined || line === undefined) return undefined;
  const above = body.split("\n").slice(0, Number(line) - 1);
  const indent = /^\s*/.exec(body.split("\n")[Number(line) - 1] ?? "")?.[0].length ?? 0;
  return start + above.reduce((sum, text) => sum + text.length + 1, 0) + indent;
}
