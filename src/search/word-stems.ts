import { tokenize } from "./tokenize.ts";

// Words of questions that say nothing of what is asked about.
const FILLERS = new Set(
  [
    "about above after all also among an and any are as ask at be been before being below between both but by can could",
    "did display do does each every fetch find first for from get give had has have how i in into is it its just last",
    "latest least less let like list many me more most much my new no not of on one only or other our out over per",
    "please query recent select show since so some such tell than that the their them then there these they this those",
    "through till to top total under until up us use using very want was we were what when where which while who whom",
    "whose why will with within without would you your",
  ]
    .join(" ")
    .split(" "),
);

const hasVowel = (word: string): boolean => /[aeiouy]/.test(word);

/** English endings taken off, so that `orders`, `ordered` and `order` meet; other words stay as they are. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let root = word
    .replace(/ies$/, "y")
    .replace(/(?<=x|ch|sh|ss|z)es$/, "")
    .replace(/(?<![isu])s$/, "");
  const shorter = root.replace(/(?:ed|ing)$/, "");
  if (shorter.length >= 3 && hasVowel(shorter)) root = shorter;
  return root.replace(/(?<=..)e$/, "").replace(/(?<=..)([^aeiou])\1$/, "$1");
}

/** `orderLines` is two words, like `order_lines`. */
const wordsOf = (text: string): readonly string[] => tokenize(text.replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, " "));

/** The words of names, comments and sentences as they can be compared. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** Likewise, of a question: without the words that every question has. */
export function questionStems(question: string): string[] {
  const words = wordsOf(question);
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length === 0 ? words : telling).map(stem);
}
