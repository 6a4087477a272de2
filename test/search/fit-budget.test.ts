import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/search/estimate-tokens.ts";
import { fitBudget } from "../../src/search/fit-budget.ts";

const counted = (text: string) => ({ text, tokens: estimateTokens(text) });
const texts = fc.array(fc.lorem({ mode: "sentences" }).map(counted), { maxLength: 8 });

test("keeps items from the first on, within the budget, as many as fit", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 200 }), (items, budget) => {
      const fitted = fitBudget(items, budget);
      expect(fitted.tokens).toBeLessThanOrEqual(budget);
      expect(fitted.tokens).toBe(fitted.items.reduce((sum, { tokens }) => sum + tokens, 0));
      expect(fitted.dropped).toBe(items.length - fitted.items.length);
      if (fitted.isCut) return;
      expect(fitted.items).toEqual(items.slice(0, fitted.items.length));
      const next = items[fitted.items.length];
      if (next !== undefined) expect(fitted.tokens + next.tokens).toBeGreaterThan(budget);
    }),
  );
});

test("always keeps one where there is one, cut and flagged when it is too large by itself", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (items, budget) => {
      fc.pre(items.length > 0);
      const [first] = items;
      const fitted = fitBudget(items, budget);
      expect(fitted.isCut).toBe((first?.tokens ?? 0) > budget);
      const [kept] = fitted.items;
      expect(first?.text.startsWith(kept?.text ?? "?")).toBe(true);
      expect(kept?.text).not.toBe("");
    }),
  );
});

test("keeps nothing of nothing", () => {
  expect(fitBudget([], 10)).toEqual({ items: [], tokens: 0, isCut: false, dropped: 0 });
});

test("does not skip a large item for a small one behind it", () => {
  const items = [counted("one"), counted("a much longer text that does not fit any more"), counted("two")];
  expect(fitBudget(items, 5)).toEqual({ items: [items[0]], tokens: 1, isCut: false, dropped: 2 });
});

test("keeps what else an item has when it cuts it", () => {
  const item = { ...counted("Dry the pan. Then oil it thinly."), row: 7 };
  expect(fitBudget([item], 5).items).toEqual([{ text: "Dry the pan.", tokens: 4, row: 7 }]);
});
