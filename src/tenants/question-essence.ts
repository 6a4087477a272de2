const MARKS = "[.,;:!?¿¡…'\"“”‘’«»()]+";
const marksAroundWords = new RegExp(`${MARKS}(?=\\s|$)|(?<=\\s|^)${MARKS}`, "gu");

/**
 * What all ways to write the same question have in common, whatever its case, spacing and punctuation. Marks within words
 * and numbers are part of them.
 */
export function essenceOf(question: string): string {
  return question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(marksAroundWords, "")
    .replace(/\s+/g, " ")
    .trim();
}
