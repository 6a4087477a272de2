import type { Embedder } from "./embedder.ts";

export const LOCAL_MODEL = "hashed-ngrams-256";
const DIMENSIONS = 256;
const GRAM = 3;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

function* featuresOf(text: string): Generator<readonly [string, number]> {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    yield [`w ${word}`, 1];
    const padded = `^${word}$`;
    for (let at = 0; at + GRAM <= padded.length; at += 1) yield [padded.slice(at, at + GRAM), 0.5];
  }
}

function embedText(text: string): readonly number[] {
  const counts = new Map<string, number>();
  for (const [feature, weight] of featuresOf(text)) counts.set(feature, (counts.get(feature) ?? 0) + weight);
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const [feature, count] of counts) {
    const code = hash(feature);
    const place = code % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + (code & 0x80000000 ? -1 : 1) * Math.log1p(count);
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/**
 * Hashed words and parts of words: texts are near when they share them, whatever they mean. It needs no network and no
 * key, and gives the same vector everywhere and always.
 */
export const localEmbedder: Embedder = {
  provider: "local",
  model: LOCAL_MODEL,
  dimensions: DIMENSIONS,
  embed: (texts) => Promise.resolve({ vectors: texts.map(embedText), dimensions: DIMENSIONS }),
};
