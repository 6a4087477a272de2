import fc from "fast-check";
import { expect, test } from "vitest";
import { tablesBetween } from "../../src/catalog/join-paths.ts";
import type { Link } from "../../src/catalog/relation-candidates.ts";

/** All tables inside a path of two or three references between two of these, by trying every path. */
function byTryingAll(tables: readonly number[], links: readonly Link[]): ReadonlySet<number> {
  const isLinked = (a: number, b: number): boolean =>
    links.some(([from, to]) => (from === a && to === b) || (from === b && to === a));
  const all = [...new Set(links.flat())];
  const inside = new Set<number>();
  for (const start of tables) {
    for (const end of tables.filter((table) => table !== start)) {
      for (const first of all.filter((table) => table !== start && table !== end && isLinked(start, table))) {
        if (isLinked(first, end)) inside.add(first);
        for (const second of all.filter((table) => ![start, end, first].includes(table)))
          if (isLinked(first, second) && isLinked(second, end)) inside.add(first).add(second);
      }
    }
  }
  return inside.difference(new Set(tables));
}

const table = fc.nat({ max: 9 });

test("finds just the tables on paths of at most three references", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(table, { maxLength: 4 }),
      fc.array(
        fc.tuple(table, table).filter(([from, to]) => from !== to),
        { maxLength: 16 },
      ),
      (tables, links) => {
        const found = tablesBetween(tables, links);
        expect(new Set(found)).toEqual(byTryingAll(tables, links));
        expect(new Set(found).size).toBe(found.length);
      },
    ),
  );
});

test("puts the tables of shorter paths first", () => {
  const [customers, products, orders, lines, reviews] = [1, 2, 3, 4, 5];
  const links: readonly Link[] = [
    [orders, customers],
    [lines, orders],
    [lines, products],
    [reviews, customers],
    [reviews, products],
  ];
  expect(tablesBetween([customers, products], links)).toEqual([reviews, orders, lines]);
});

test("copes with a table that thousands refer to", () => {
  const links = Array.from({ length: 10_000 }, (_, index): Link => [index + 2, index % 2]);
  expect(tablesBetween([0, 1, 2, 3, 4], links)).toEqual([]);
});
