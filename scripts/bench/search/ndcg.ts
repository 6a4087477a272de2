/** What a result of this grade is worth in this place, from 0: each grade twice the one below, each place less. */
const gain = (grade: number, place: number): number => (2 ** grade - 1) / Math.log2(place + 2);

const sumGains = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + gain(grade, place), 0);

/**
 * Normalised discounted cumulative gain of the first `cutoff` results: 1 when they are the best there are, best first,
 * and 0 when none is of any use. A key without a grade has grade 0.
 */
export function ndcgAt<Key>(cutoff: number, ranked: readonly Key[], grades: ReadonlyMap<Key, number>): number {
  const best = [...grades.values()].toSorted((a, b) => b - a).slice(0, cutoff);
  const ideal = sumGains(best);
  if (ideal === 0) throw new RangeError("no result has a grade above 0, so none can be right");
  return sumGains(ranked.slice(0, cutoff).map((key) => grades.get(key) ?? 0)) / ideal;
}
