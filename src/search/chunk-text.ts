import { QUARTERS_PER_TOKEN } from "./estimate-tokens.ts";
import { AFTER_SENTENCE, type Piece, splitIntoPieces } from "./text-pieces.ts";

export interface Chunk {
  readonly text: string;
  /** Its place among the chunks, from 0. */
  readonly index: number;
  /** As `estimateTokens` counts them. */
  readonly tokens: number;
}

/** Of the pieces from `first` to `last`; not a number, and so within no limit, when there are not as many. */
const costOf = (pieces: readonly Piece[], first: number, last: number): number =>
  (pieces[last]?.cost ?? Number.NaN) - (pieces[first]?.costBefore ?? Number.NaN);

const partingAfter = (pieces: readonly Piece[], index: number): number => pieces[index]?.parting ?? 0;

/** The last piece of the chunk that begins with `first`: where the text parts best in its second half. */
function findEnd(pieces: readonly Piece[], first: number, reached: number, maxCost: number): number {
  let last = reached + 1;
  while (costOf(pieces, first, last + 1) <= maxCost) last += 1;
  if (last === pieces.length - 1) return last;
  let best = last;
  for (let index = last; index > reached && costOf(pieces, first, index) * 2 >= maxCost; index -= 1) {
    if (partingAfter(pieces, index) > partingAfter(pieces, best)) best = index;
  }
  return best;
}

/** The first piece of the chunk after `first` to `last`, which repeats the end of that, whole sentences where it can. */
function findNextStart(
  pieces: readonly Piece[],
  first: number,
  last: number,
  { maxCost, overlapCost }: { readonly maxCost: number; readonly overlapCost: number },
): number {
  let [start, sentence] = [last + 1, last + 1];
  for (let index = last; index > first && costOf(pieces, index, last) <= overlapCost; index -= 1) {
    if (costOf(pieces, index, last + 1) > maxCost) break;
    start = index;
    if (partingAfter(pieces, index - 1) >= AFTER_SENTENCE) sentence = index;
  }
  return sentence > last ? start : sentence;
}

/**
 * Parts a text into chunks of at most `maxTokens`, at the end of a paragraph or sentence where one is near and inside a
 * word only when that is longer than a chunk. Each is a stretch of the text as it stands, without the white space around
 * it; together they hold every word, in order. Each begins with up to `overlapTokens` of the end of the one before, at
 * most half a chunk, so that what was parted is also found whole.
 */
export function chunkText(text: string, maxTokens: number, overlapTokens: number): Chunk[] {
  const maxCost = Math.max(1, Math.floor(maxTokens)) * QUARTERS_PER_TOKEN;
  const overlapCost = Math.min(overlapTokens * QUARTERS_PER_TOKEN, maxCost / 2);
  const pieces = splitIntoPieces(text, maxCost, Math.max(QUARTERS_PER_TOKEN, maxCost / 8));
  const chunks: Chunk[] = [];
  let [first, reached] = [0, -1];
  while (reached < pieces.length - 1) {
    const last = findEnd(pieces, first, reached, maxCost);
    const tokens = Math.ceil(costOf(pieces, first, last) / QUARTERS_PER_TOKEN);
    chunks.push({ text: text.slice(pieces[first]?.start, pieces[last]?.end), index: chunks.length, tokens });
    first = findNextStart(pieces, first, last, { maxCost, overlapCost });
    reached = last;
  }
  return chunks;
}
