import { Refusal } from "../refusal.ts";

const MAX_BYTES = 16 * 1024;
// PostgreSQL's lexer is quadratic in comment openings, and no statement timeout covers lexing.
const MAX_COMMENTS = 50;

/** Checks what must hold before the text may reach a parser. */
export function checkText(sql: string): void {
  if (new TextEncoder().encode(sql).length > MAX_BYTES) {
    throw new Refusal("text_size", "text", `The SQL is longer than ${MAX_BYTES} bytes.`, "Send a shorter query.");
  }
  // Lone surrogates have no UTF-8 form: the parser and the server could read different text.
  if (sql.includes("\0") || /\p{Surrogate}/u.test(sql)) {
    throw new Refusal(
      "text_encoding",
      "text",
      "The SQL contains a NUL character or half of a surrogate pair.",
      "Remove the character.",
    );
  }
  if (sql.split("/*").length - 1 > MAX_COMMENTS) {
    throw new Refusal(
      "comment_count",
      "text",
      `The SQL contains "/*" more than ${MAX_COMMENTS} times.`,
      "Remove the comments.",
    );
  }
}
