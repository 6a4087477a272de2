/** What a model's tokens are counted in here: a fourth of one, about what a letter of English costs. */
export const QUARTERS_PER_TOKEN = 4;

const isDigitOrMark = (code: number): boolean =>
  code > 0x20 && (code < 0x41 || (code > 0x5a && code < 0x61) || code > 0x7a);

/** Letters beyond ASCII take more, and those of scripts with thousands of signs a whole token or nearly one. */
function quartersOf(code: number): number {
  if (code < 0x80) return isDigitOrMark(code) ? 2 : 1;
  if (code < 0x2e80) return 2;
  // Halves of surrogate pairs: the pair is one sign.
  if (code >= 0xd800 && code < 0xe000) return 2;
  return 3;
}

/** The quarters of a token that the text from `start` to `end` costs; those of two neighbours add up to their union's. */
export function countQuarters(text: string, start = 0, end = text.length): number {
  let quarters = 0;
  for (let at = start; at < end; at += 1) quarters += quartersOf(text.charCodeAt(at));
  return quarters;
}

/** About how many tokens a language model counts in the text; no model's own count, and never less than 1 for any text. */
export const estimateTokens = (text: string): number => Math.ceil(countQuarters(text) / QUARTERS_PER_TOKEN);
