export interface Bm25Options {
  /** How much a second and third occurrence of a word still count. */
  readonly k1?: number;
  /** How much a long document's words count less: 0 not at all, 1 in proportion. */
  readonly b?: number;
}

/** How often each of the query's words is in the document; without those that are not. */
function countWords(document: readonly string[], places: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const word of document) {
    const place = places.get(word);
    if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

/**
 * Okapi BM25 of each document, in their order: words that few of these documents have count most, and a word that is
 * twice in the query counts twice. Never negative; 0 for a document with none of the words.
 */
export function scoreBm25(
  query: readonly string[],
  documents: readonly (readonly string[])[],
  { k1 = 1.5, b = 0.75 }: Bm25Options = {},
): number[] {
  const places = new Map<string, number>();
  const timesAsked: number[] = [];
  for (const word of query) {
    const place = places.get(word) ?? places.size;
    places.set(word, place);
    timesAsked[place] = (timesAsked[place] ?? 0) + 1;
  }
  const documentsWith = timesAsked.map(() => 0);
  let totalLength = 0;
  const found = documents.map((document) => {
    const counts = countWords(document, places);
    for (const place of counts.keys()) documentsWith[place] = (documentsWith[place] ?? 0) + 1;
    totalLength += document.length;
    return counts;
  });
  const weights = timesAsked.map((times, place) => {
    const having = documentsWith[place] ?? 0;
    return times * Math.log((documents.length - having + 0.5) / (having + 0.5) + 1);
  });
  const averageLength = totalLength / documents.length;
  return found.map((counts, index) => {
    let score = 0;
    for (const [place, count] of counts) {
      const length = (documents[index]?.length ?? 0) / averageLength;
      score += ((weights[place] ?? 0) * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
    }
    return score;
  });
}
