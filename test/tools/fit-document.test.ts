import fc from "fast-check";
import { expect, test } from "vitest";
import { fitDocument } from "../../src/tools/fit-document.ts";

test("leaves alone what fits and what has no list", () => {
  expect(fitDocument({ a: [1, 2, 3] }, 100)).toEqual({ document: { a: [1, 2, 3] } });
  expect(fitDocument({ a: "long text" }, 5)).toEqual({ document: { a: "long text" } });
});

test("takes the last entries off the longest list and counts them", () => {
  const document = { short: [1], long: ["aaaa", "bbbb", "cccc"], note: "x" };
  expect(fitDocument(document, JSON.stringify(document).length - 1)).toEqual({
    document: { short: [1], long: ["aaaa", "bbbb"], note: "x" },
    cut: { list: "long", dropped: 1 },
  });
});

test("fits whenever emptying the list is enough, and drops no more than needed", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat({ max: 300 }), (list, maxBytes) => {
      const bytes = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;
      const { document, cut } = fitDocument({ list }, maxBytes);
      if (maxBytes >= bytes({ list: [] })) expect(bytes(document)).toBeLessThanOrEqual(maxBytes);
      if (cut !== undefined) {
        const oneMore = { list: list.slice(0, list.length - cut.dropped + 1) };
        expect(bytes(oneMore)).toBeGreaterThan(maxBytes);
      }
    }),
  );
});
