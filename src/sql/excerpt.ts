import { AppError } from "../errors.ts";

const WIDTH = 100;

/** The line around a 1-based position with a caret below it; a long line is shown in part. */
export function excerptOf(sql: string, position: number): string {
  const index = Math.min(position - 1, sql.length);
  const start = sql.lastIndexOf("\n", index - 1) + 1;
  const end = sql.indexOf("\n", index) === -1 ? sql.length : sql.indexOf("\n", index);
  const from = Math.max(start, index - WIDTH / 2);
  const to = Math.min(end, from + WIDTH);
  const before = `${from > start ? "…" : ""}${sql.slice(from, index)}`;
  const line = `${before}${sql.slice(index, to)}${to < end ? "…" : ""}`.replaceAll("\t", " ");
  return `${line}\n${" ".repeat(Array.from(before).length)}^`;
}

/** The same failure, showing the place it is about. */
export function withExcerpt(error: AppError, sql: string): AppError {
  const { position } = error.details;
  if (position === undefined || error.details.excerpt !== undefined) return error;
  return new AppError(error.code, error.message, { ...error.details, excerpt: excerptOf(sql, position) });
}
