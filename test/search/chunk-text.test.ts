import fc from "fast-check";
import { expect, test } from "vitest";
import { type Chunk, chunkText } from "../../src/search/chunk-text.ts";
import { estimateTokens } from "../../src/search/estimate-tokens.ts";
import { anyText } from "./any-text.ts";

const gap = fc.constantFrom(" ", "  ", "\n", "\n\n", ". ", "! ", "。", "\t", "");
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  anyText({ maxLength: 10 }),
  fc.constantFrom("鉄鍋の手入れ", "👍🏽", "x".repeat(300), "ünïcödé"),
);
const text = fc.array(fc.tuple(word, gap), { maxLength: 60 }).map((parts) => parts.flat().join(""));
const sizes = fc.record({ max: fc.integer({ min: 1, max: 40 }), overlap: fc.integer({ min: 0, max: 40 }) });
const withoutSpace = (some: string): string => some.replaceAll(/\s+/gu, "");

test("never exceeds the size, counts as the estimate does, and numbers from 0", () => {
  fc.assert(
    fc.property(text, sizes, (whole, { max, overlap }) => {
      for (const [place, { text: part, index, tokens }] of chunkText(whole, max, overlap).entries()) {
        expect(tokens).toBe(estimateTokens(part));
        expect(tokens).toBeLessThanOrEqual(max);
        expect(tokens).toBeGreaterThan(0);
        expect(part).toBe(part.trim());
        expect(index).toBe(place);
      }
    }),
  );
});

test("without overlap it holds everything but white space, once and in order", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, max) => {
      const parts = chunkText(whole, max, 0).map((chunk) => chunk.text);
      expect(withoutSpace(parts.join(""))).toBe(withoutSpace(whole));
    }),
  );
});

/** Follows the chunks through the text: each must continue where the ones before ended, or a little before. */
function follow(whole: string, chunks: readonly Chunk[]): number {
  let [start, reached] = [-1, 0];
  for (const chunk of chunks) {
    const firstNew = whole.slice(reached).search(/\S/u) + reached;
    start = whole.lastIndexOf(chunk.text, firstNew);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start + chunk.text.length).toBeGreaterThan(reached);
    reached = start + chunk.text.length;
  }
  return reached;
}

test("with overlap each chunk is a stretch of the text that goes on where the last one ended", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 150 }),
      gap.filter((one) => one !== ""),
      sizes,
      (count, between, { max, overlap }) => {
        const whole = Array.from({ length: count }, (_, index) => `w${index}`).join(between);
        expect(follow(whole, chunkText(whole, max, overlap))).toBe(whole.length);
      },
    ),
  );
});

test("repeats at most the overlap, at most half a chunk, and as much as whole words allow", () => {
  const whole = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ");
  const [first, second] = chunkText(whole, 40, 10);
  const opening = second?.text.split(" ")[0] ?? "";
  const repeated = first?.text.slice(first.text.indexOf(opening)) ?? "";
  expect(estimateTokens(repeated)).toBeLessThanOrEqual(10);
  expect(estimateTokens(repeated)).toBeGreaterThan(6);
  expect(chunkText(whole, 40, 39)).toEqual(chunkText(whole, 40, 20));
});

test("keeps a text that fits as it is, and makes no chunk of none", () => {
  expect(chunkText("  Dry the pan.\n\nOil it. ", 100, 25)).toEqual([
    { text: "Dry the pan.\n\nOil it.", index: 0, tokens: 6 },
  ]);
  expect(chunkText("Dry the pan.", Number.POSITIVE_INFINITY, 25)).toHaveLength(1);
  expect(chunkText("", 100, 25)).toEqual([]);
  expect(chunkText(" \n\t ", 100, 25)).toEqual([]);
});

test("parts at paragraphs before sentences, and at sentences before words", () => {
  const texts = (whole: string) => chunkText(whole, 12, 0).map((chunk) => chunk.text);
  expect(texts("Dry the pan on the hob.\n\nOil it. Wipe it off again with care.")).toEqual([
    "Dry the pan on the hob.",
    "Oil it. Wipe it off again with care.",
  ]);
  expect(texts("Dry the pan on the hob. Then oil it thinly, and wipe it off.")).toEqual([
    "Dry the pan on the hob.",
    "Then oil it thinly, and wipe it off.",
  ]);
  expect(texts("dry the pan on the hob and then oil it thinly and wipe")).toEqual([
    "dry the pan on the hob and then oil it thinly",
    "and wipe",
  ]);
  expect(texts("鍋を火で乾かす。薄く油を塗る。よく拭いてからしまう。")).toEqual([
    "鍋を火で乾かす。薄く油を塗る。",
    "よく拭いてからしまう。",
  ]);
});

test("begins an overlap with a whole sentence where one is short enough", () => {
  const whole =
    "The pan must be dry before it is put away. Oil it thinly. Then hang it in a place where air can move around it.";
  expect(chunkText(whole, 18, 6).map((chunk) => chunk.text)).toEqual([
    "The pan must be dry before it is put away. Oil it thinly.",
    "Oil it thinly. Then hang it in a place where air can move around it.",
  ]);
});

test("divides a word that is longer than a chunk, never a sign", () => {
  const parts = chunkText(`short ${"👍".repeat(50)} end`, 8, 2).map((chunk) => chunk.text);
  expect(parts.length).toBeGreaterThan(6);
  for (const part of parts) expect(part.isWellFormed()).toBe(true);
});

test("takes a text of a million words", () => {
  expect(chunkText("pan ".repeat(1_000_000), 100, 25).length).toBeGreaterThan(10_000);
});
