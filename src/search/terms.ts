import { tokenize } from "./tokenize.ts";

const BEGINNING = 5;

/**
 * The words of a text as BM25 compares them best: long ones also by their beginning, so that `returning` is found by
 * `returns` in most languages, and `returns` still better.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of tokenize(text)) {
    terms.push(word);
    if (word.length > BEGINNING && !/\p{N}/u.test(word)) terms.push(`${word.slice(0, BEGINNING)}-`);
  }
  return terms;
}
