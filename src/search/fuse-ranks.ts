export interface RankedList<Key> {
  /** Best first. A key that is there twice counts where it is first. */
  readonly keys: readonly Key[];
  /** How much the list counts against the others; 1 when left out. */
  readonly weight?: number;
}

/**
 * Reciprocal rank fusion: a key's score is the sum of weight / (k + rank) over the lists that have it, ranks from 1. It
 * needs no scores that could be compared, only orders. The higher `k`, the less the first places count.
 *
 * The map is ordered best first; keys of equal score stand in the order in which they are first met, list by list.
 */
export function fuseRanks<Key>(lists: readonly RankedList<Key>[], k = 60): Map<Key, number> {
  const scores = new Map<Key, number>();
  for (const { keys, weight = 1 } of lists) {
    let rank = 0;
    for (const key of new Set(keys)) {
      rank += 1;
      scores.set(key, (scores.get(key) ?? 0) + weight / (k + rank));
    }
  }
  return new Map([...scores].toSorted(([, a], [, b]) => b - a));
}
