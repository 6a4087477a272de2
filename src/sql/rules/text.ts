import { Refusal } from "../refusal.ts";

const MAX_BYTES = 16 * 1024;
// PostgreSQL's lexer is quadratic in comment openings, and no statement timeout covers lexing.
const MAX_COMMENTS = 50;

/** Checks what must hold before the text may reach a parser. */
export function checkText(sql: string): void {
  // A UTF-16 unit takes at most three bytes, so most texts need not be encoded to be measured.
  if (sql.length * 3 > MAX_BYTES && new TextEncoder().encode(sql).length > MAX_BYTES) {
    throw new Refusal("text_size", "text", `The SQL is longer than ${MAX_BYTES} bytes.`, "Send a shorter query.");
  }
  const unreadable = findUnreadable(sql);
  if (unreadable >= 0) {
    throw new Refusal(
      "text_encoding",
      "text",
      "The SQL contains a NUL character or half of a surrogate pair.",
      "Remove the character.",
      { character: unreadable },
    );
  }
  const excess = findComment(sql, MAX_COMMENTS + 1);
  if (excess >= 0) {
    throw new Refusal(
      "comment_count",
      "text",
      `The SQL contains "/*" more than ${MAX_COMMENTS} times.`,
      "Remove the comments.",
      { character: excess },
    );
  }
}

/** Lone surrogates have no UTF-8 form: the parser and the server could read different text. */
function findUnreadable(sql: string): number {
  const nul = sql.indexOf("\0");
  return nul >= 0 || sql.isWellFormed() ? nul : sql.search(/\p{Surrogate}/u);
}

/** Where the nth comment opens, or -1. */
function findComment(sql: string, nth: number): number {
  let index = -2;
  for (let count = 0; count < nth; count++) {
    index = sql.indexOf("/*", index + 2);
    if (index < 0) return -1;
  }
  return index;
}
