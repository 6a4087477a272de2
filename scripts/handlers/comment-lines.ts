import type { SqlFile } from "./sql-file.ts";

/** A comment that begins with two hyphens. */
export interface CommentLine {
  /** What follows the hyphens, without the space around it. */
  readonly content: string;
  /** The first character of the content in the file. */
  readonly start: number;
  readonly line: number;
}

// The scanner's answer is JSON in which it does not escape these. All are one byte long, as a space is.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0001-\u0008\u000b\u000c\u000e-\u001f]/g;

/** The comments of a file whose grammar is in order, by Postgres' own scanner: none of those inside strings. */
export async function commentLines(file: SqlFile): Promise<readonly CommentLine[]> {
  const { scan } = await import("libpg-query");
  const { tokens } = await scan(`${file.text.replace(CONTROLS, " ")}\n`);
  const bytes = Buffer.from(file.text);
  let line = 1;
  let counted = 0;
  return tokens
    .filter(({ tokenName }) => tokenName === "SQL_COMMENT")
    .map(({ start, end }) => {
      line += bytes.subarray(counted, start).toString().split("\n").length - 1;
      counted = start;
      const inner = bytes.subarray(start + 2, end).toString();
      const before = bytes.subarray(0, start + 2).toString().length;
      return { content: inner.trim(), start: before + inner.length - inner.trimStart().length, line };
    });
}
