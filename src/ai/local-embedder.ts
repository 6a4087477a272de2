import { tokenize } from "../search/tokenize.ts";
import type { Embedder } from "./embedder.ts";

export const LOCAL_MODEL = "hashed-ngrams-512";
const DIMENSIONS = 512;
const GRAM_SIZES = [3, 4];
const GRAM_WEIGHT = 0.5;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

function* featuresOf(text: string): Generator<readonly [string, number]> {
  for (const word of tokenize(text)) {
    // Short words are mostly those that every text has.
    const weight = Math.sqrt(word.length);
    yield [`w ${word}`, weight];
    const padded = `^${word}$`;
    for (const size of GRAM_SIZES) {
      for (let at = 0; at + size <= padded.length; at += 1) yield [padded.slice(at, at + size), weight * GRAM_WEIGHT];
    }
  }
}

function embedText(text: string): readonly number[] {
  const weights = new Map<string, number>();
  for (const [feature, weight] of featuresOf(text)) weights.set(feature, (weights.get(feature) ?? 0) + weight);
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const [feature, weight] of weights) {
    const code = hash(feature);
    const place = code % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + (code & 0x80000000 ? -1 : 1) * Math.sqrt(weight);
  }
  // Unlike Math.hypot, the same to the last bit everywhere.
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  // No words: any direction, since that of a vector without length cannot be compared.
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length);
}

/**
 * Hashed words and parts of words: texts are near when they share them, whatever they mean. It finds other forms of a
 * word and misspelt ones, not synonyms. It needs no network and no key, and gives the same vector everywhere and always.
 */
export const localEmbedder: Embedder = {
  provider: "local",
  model: LOCAL_MODEL,
  dimensions: DIMENSIONS,
  embed: (texts) => Promise.resolve({ vectors: texts.map(embedText), dimensions: DIMENSIONS }),
};
