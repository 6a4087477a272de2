import type { Link } from "./relation-candidates.ts";

/** A table that everything refers to has more neighbours than could matter. */
const MAX_NEIGHBOURS = 200;

function neighboursOf(links: readonly Link[]): ReadonlyMap<number, ReadonlySet<number>> {
  const neighbours = new Map<number, Set<number>>();
  for (const [referrer, target] of links) {
    for (const [one, other] of [
      [referrer, target],
      [target, referrer],
    ] as const) {
      const known = neighbours.get(one) ?? new Set();
      if (known.size < MAX_NEIGHBOURS) known.add(other);
      neighbours.set(one, known);
    }
  }
  return neighbours;
}

/**
 * The tables that lie on a path of foreign keys between two of these, at most two on one path; those on the shortest
 * paths first. None of the tables themselves is among them.
 */
export function tablesBetween(tables: readonly number[], links: readonly Link[]): readonly number[] {
  const neighbours = neighboursOf(links);
  const near = (table: number): readonly number[] => [...(neighbours.get(table) ?? [])];
  const single = new Set<number>();
  const double = new Set<number>();
  for (const [index, from] of tables.entries()) {
    for (const to of tables.slice(index + 1)) {
      const beforeEnd = neighbours.get(to) ?? new Set();
      for (const first of near(from).filter((table) => table !== to)) {
        if (beforeEnd.has(first)) single.add(first);
        for (const second of near(first).filter((table) => table !== from && table !== to && beforeEnd.has(table)))
          double.add(first).add(second);
      }
    }
  }
  const own = new Set(tables);
  return [...single.union(double)].filter((table) => !own.has(table));
}
