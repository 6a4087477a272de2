const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]`;
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
/** What is written without spaces between words, and every other word. */
const RUNS = new RegExp(String.raw`(?<unspaced>[${LETTER}&&${UNSPACED}]+)|[\p{L}\p{N}][${LETTER}--${UNSPACED}]*`, "gv");

/** Every two neighbours: without a dictionary, the nearest thing to words. */
function pairsOf(run: string): readonly string[] {
  const signs = Array.from(run);
  return signs.length < 3 ? [run] : signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Lower case and without the accents of European scripts, so that `Crème`, `creme` and `ＣＲＥＭＥ` are one word. */
function fold(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text.toLowerCase();
  return (
    text
      // Putting marks in order takes the square of their number, and no word has as many on one letter.
      .replaceAll(/(\p{M}{8})\p{M}+/gu, "$1")
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036F]/g, "")
      .normalize("NFKC")
      .toLowerCase()
  );
}

/** The words of a text in any language, folded and in their order; single letters are left out, digits are not. */
export function tokenize(text: string): string[] {
  const words: string[] = [];
  for (const { 0: run, groups } of fold(text).matchAll(RUNS)) {
    if (groups?.["unspaced"] !== undefined) for (const pair of pairsOf(run)) words.push(pair);
    else if (run.length > 1 || /\p{N}/u.test(run)) words.push(run);
  }
  return words;
}
