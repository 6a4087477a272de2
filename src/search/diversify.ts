export interface Relevant<Item> {
  readonly item: Item;
  /** Higher is better, in any unit. */
  readonly relevance: number;
}

export interface Diversified<Item> extends Relevant<Item> {
  /** What it was chosen by, from 0 to 1. */
  readonly score: number;
}

export interface DiversifyOptions<Item> {
  /** From 0, all for diversity, to 1, all for relevance. */
  readonly lambda: number;
  /** How many to choose at most. */
  readonly count: number;
  /** From 0, nothing in common, to 1, the same; the same both ways. */
  readonly similarity: (a: Item, b: Item) => number;
}

interface Candidate<Item> extends Relevant<Item> {
  /** `relevance` from 0 to 1. */
  readonly share: number;
  /** The highest similarity to any of the first `compared` that were chosen. */
  nearest: number;
  compared: number;
}

/** Puts 0, or the least where that is negative, at 0 and the greatest at 1. */
function toCandidates<Item>(items: readonly Relevant<Item>[]): Candidate<Item>[] {
  let [least, greatest] = [0, Number.NEGATIVE_INFINITY];
  for (const { relevance } of items) [least, greatest] = [Math.min(least, relevance), Math.max(greatest, relevance)];
  const range = greatest - least;
  return items
    .map(({ item, relevance }) => {
      const share = range > 0 ? (relevance - least) / range : 0;
      return { item, relevance, share, nearest: 0, compared: 0 };
    })
    .toSorted((a, b) => b.share - a.share);
}

/**
 * Maximal marginal relevance: chooses one after the other, each time the item with the highest
 * `lambda * relevance + (1 - lambda) * (1 - similarity to the most similar one chosen before)`, relevance taken in
 * proportion to the greatest. So the second of two near-duplicates comes late or not at all. Of equal scores the more
 * relevant comes first, then the earlier in `items`.
 */
export function diversify<Item>(
  items: readonly Relevant<Item>[],
  { lambda, count, similarity }: DiversifyOptions<Item>,
): Diversified<Item>[] {
  const candidates = toCandidates(items);
  const chosen: Diversified<Item>[] = [];
  const scoreOf = ({ share, nearest }: Candidate<Item>): number => lambda * share + (1 - lambda) * (1 - nearest);
  // Each similarity is asked for once, and not at all while what is known of a candidate already rules it out: more
  // chosen items can only lower its score.
  const isBetter = (candidate: Candidate<Item>, best: number): boolean => {
    while (scoreOf(candidate) > best) {
      const other = chosen[candidate.compared];
      if (other === undefined) return true;
      candidate.nearest = Math.max(candidate.nearest, similarity(candidate.item, other.item));
      candidate.compared += 1;
    }
    return false;
  };
  while (chosen.length < count && candidates.length > 0) {
    let place = 0;
    let best = Number.NEGATIVE_INFINITY;
    for (const [index, candidate] of candidates.entries()) {
      if (isBetter(candidate, best)) [place, best] = [index, scoreOf(candidate)];
    }
    const [next] = candidates.splice(place, 1);
    if (next !== undefined) chosen.push({ item: next.item, relevance: next.relevance, score: best });
  }
  return chosen;
}
