import { expect, test } from "vitest";
import { rankChunks } from "../../src/search/rank-chunks.ts";
import type { RankedRow } from "../../src/search/rank-rows.ts";
import type { TextColumn } from "../../src/search/text-columns.ts";

const columns: readonly TextColumn[] = [
  { name: "title", role: "title", weight: 0.3 },
  { name: "body", role: "content", weight: 0.7 },
];
const options = { query: "copper kettle", chunkTokens: 20, maxTokens: 1000, lambda: 1 };

const rowOf = (row: string, fused: number, isNear = false): RankedRow => ({ row, fused, places: [], isNear });

function rank(rows: readonly RankedRow[], texts: Readonly<Record<string, readonly (string | null)[]>>) {
  const recalled = new Map(Object.entries(texts).map(([row, each]) => [row, { key: [row], texts: each }]));
  return rankChunks(rows, recalled, columns, options).chunks;
}

test("a passage's relevance is half its row's place and half its words", () => {
  const chunks = rank([rowOf("a", 0.03), rowOf("b", 0.015, true)], {
    a: ["Care", "A copper kettle."],
    b: ["Care", "A linen cloth."],
  });
  expect(chunks.map(({ row, relevance }) => [row.row, relevance])).toEqual([
    ["a", 1],
    ["b", 0.25],
  ]);
});

test("of two rows with the same words, the one that ranked higher comes first", () => {
  const text = [null, "A copper kettle."];
  expect(rank([rowOf("low", 0.01), rowOf("high", 0.03)], { low: text, high: text }).map(({ row }) => row.row)).toEqual([
    "high",
    "low",
  ]);
});

test("of a row that its words found, passages without any are left out; of one that a vector found, none", () => {
  const body = `${"Linen is washed warm and dried flat. ".repeat(6)}\n\nThe copper kettle shines.`;
  expect(rank([rowOf("a", 0.03)], { a: [null, body] }).map(({ text }) => text)).toEqual([
    expect.stringContaining("The copper kettle shines."),
  ]);
  const all = rank([rowOf("a", 0.03, true)], { a: [null, body] });
  expect(all.length).toBeGreaterThan(3);
  expect(all[0]?.text).toContain("The copper kettle shines.");
});

test("titles stand above passages, and are the passage where there is nothing else", () => {
  const chunks = rank([rowOf("a", 0.03), rowOf("b", 0.02), rowOf("c", 0.01)], {
    a: ["Kettles", "Of copper."],
    b: ["Copper kettle", " "],
    c: [null, null],
  });
  expect(chunks.map(({ row, column, title, text }) => [row.row, column, title, text])).toEqual(
    expect.arrayContaining([
      ["a", "body", "Kettles", "Of copper."],
      ["b", "title", "", "Copper kettle"],
      ["c", undefined, "", ""],
    ]),
  );
});

test("chooses among the most relevant passages only, however many there are", () => {
  const rows = Array.from({ length: 100 }, (_, index) => rowOf(String(index), 0.03 - index / 10_000));
  const body = Array.from({ length: 6_000 }, (_, index) => `${index.toString(36)} copper`).join(" ");
  const texts = Object.fromEntries(rows.map(({ row }) => [row, { key: [row], texts: [null, body] }]));
  const wanted = { ...options, chunkTokens: 10, maxTokens: 50_000, lambda: 0.6 };
  const { chunks, chunkCount } = rankChunks(rows, new Map(Object.entries(texts)), columns, wanted);
  expect(chunkCount).toBeGreaterThan(200_000);
  expect(chunks).toHaveLength(1_000);
  expect(chunks[0]?.row.row).toBe("0");
}, 60_000);
