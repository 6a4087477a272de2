/** A chunk as two of them are compared. */
export interface PlacedChunk {
  /** Which row it is from. */
  readonly row: string | number;
  readonly column: string;
  /** Its place among the chunks of that row and column. */
  readonly index: number;
  readonly words: ReadonlySet<string>;
}

// Neighbours repeat each other's edges; what else is in a row is about the same thing, in other words or not.
const NEIGHBOURS = 0.9;
const SAME_TEXT = 0.6;
const SAME_ROW = 0.5;

function likenessOfPlaces(a: PlacedChunk, b: PlacedChunk): number {
  if (a.row !== b.row) return 0;
  if (a.column !== b.column) return SAME_ROW;
  const apart = Math.abs(a.index - b.index);
  if (apart === 0) return 1;
  return apart === 1 ? NEIGHBOURS : SAME_TEXT;
}

/** The share of the words of both that each of them has. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared += 1;
  const total = a.size + b.size - shared;
  return total === 0 ? 1 : shared / total;
}

/** How much of a second chunk is already said by the first: by its words, or by where it is from if that says more. */
export function chunkSimilarity(a: PlacedChunk, b: PlacedChunk): number {
  const byPlace = likenessOfPlaces(a, b);
  return byPlace === 1 ? 1 : Math.max(byPlace, jaccard(a.words, b.words));
}
