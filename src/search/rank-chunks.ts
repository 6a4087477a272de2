import { scoreBm25 } from "./bm25.ts";
import { chunkSimilarity, type PlacedChunk } from "./chunk-similarity.ts";
import { chunkText } from "./chunk-text.ts";
import { diversify, type Relevant } from "./diversify.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { RankedRow } from "./rank-rows.ts";
import type { RecalledRow } from "./recall.ts";
import { termsOf } from "./terms.ts";
import type { TextColumn } from "./text-columns.ts";

export interface RankedChunk {
  readonly row: RankedRow;
  /** Undefined when the row has no text. */
  readonly column: string | undefined;
  /** From 0, and how many chunks the column's text has. */
  readonly index: number;
  readonly of: number;
  readonly text: string;
  /** What the row's title columns say, when this is from another; empty when they say nothing. */
  readonly title: string;
  /** Of text and title. */
  readonly tokens: number;
  readonly bm25: number;
  readonly relevance: number;
  /** What it was chosen by among the relevant ones. */
  readonly mmr: number;
}

export interface ChunkOptions {
  readonly query: string;
  readonly chunkTokens: number;
  readonly maxTokens: number;
  readonly lambda: number;
}

const OVERLAP_TOKENS = 25;
/** Only the most relevant passages are compared with each other, as the work takes the square of their number. */
export const MOST_COMPARED = 1_000;
const LEAST_CHOSEN = 10;
const MAX_TITLE_CHARACTERS = 200;

type Passage = Omit<RankedChunk, "bm25" | "relevance" | "mmr"> & {
  readonly weight: number;
  readonly words: readonly string[];
};

type ScoredPassage = Relevant<Passage & { readonly bm25: number }>;

/** The passages of the rows that answer the query best, without repeating each other. */
export function rankChunks(
  rows: readonly RankedRow[],
  recalled: ReadonlyMap<string, RecalledRow>,
  columns: readonly TextColumn[],
  options: ChunkOptions,
): { readonly chunks: readonly RankedChunk[]; readonly chunkCount: number } {
  const passages = rows.flatMap((row) => passagesOf(row, recalled.get(row.row)?.texts ?? [], columns, options));
  const scored = withoutChaff(scorePassages(passages, columns, options.query));
  const count = Math.max(LEAST_CHOSEN, Math.ceil((2 * options.maxTokens) / options.chunkTokens));
  const best = scored.toSorted((a, b) => b.relevance - a.relevance).slice(0, MOST_COMPARED);
  const placed = new Map(best.map(({ item }) => [item, placeOf(item)]));
  const nowhere: PlacedChunk = { row: "", column: "", index: 0, words: new Set() };
  const chosen = diversify(best, {
    lambda: options.lambda,
    count,
    similarity: (a, b) => chunkSimilarity(placed.get(a) ?? nowhere, placed.get(b) ?? nowhere),
  });
  const chunks = chosen.map(({ item, relevance, score }) => {
    const { row, column, index, of, text, title, tokens, bm25 } = item;
    return { row, column, index, of, text, title, tokens, bm25, relevance, mmr: score };
  });
  return { chunks, chunkCount: scored.length };
}

function passagesOf(
  row: RankedRow,
  texts: readonly (string | null)[],
  columns: readonly TextColumn[],
  { chunkTokens }: ChunkOptions,
): readonly Passage[] {
  const filled = columns.flatMap((column, index) => {
    const text = texts[index]?.trim() ?? "";
    return text === "" ? [] : [{ ...column, text }];
  });
  const bodies = filled.filter(({ role }) => role !== "title");
  const shown = bodies.length === 0 ? filled : bodies;
  const title =
    bodies.length === 0
      ? ""
      : beginning(
          filled
            .filter(({ role }) => role === "title")
            .map(({ text }) => text)
            .join(" · "),
        );
  const passages = shown
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ name, weight, text }) => {
      const chunks = chunkText(text, chunkTokens, OVERLAP_TOKENS);
      return chunks.map((chunk) => ({
        row,
        column: name,
        index: chunk.index,
        of: chunks.length,
        text: chunk.text,
        title,
        tokens: chunk.tokens + (title === "" ? 0 : estimateTokens(title)),
        weight,
        words: termsOf(chunk.text),
      }));
    });
  if (passages.length > 0) return passages;
  return [{ row, column: undefined, index: 0, of: 0, text: "", title, tokens: 0, weight: 0, words: [] }];
}

const beginning = (text: string): string =>
  text.length <= MAX_TITLE_CHARACTERS ? text : `${Array.from(text.slice(0, MAX_TITLE_CHARACTERS)).join("")}…`;

/** Half by its row's place among the rows, half by its own words and those of its title, each as far as its column counts. */
function scorePassages(
  passages: readonly Passage[],
  columns: readonly TextColumn[],
  query: string,
): readonly ScoredPassage[] {
  const titles = [...new Set(passages.map(({ title }) => title))];
  const asked = termsOf(query);
  const scores = scoreBm25(asked, [...passages.map(({ words }) => words), ...titles.map(termsOf)]);
  const titleScores = new Map(titles.map((title, index) => [title, scores[passages.length + index] ?? 0]));
  const titleWeight = Math.max(0, ...columns.filter(({ role }) => role === "title").map(({ weight }) => weight));
  const weighed = passages.map(
    ({ weight, title }, index) => weight * (scores[index] ?? 0) + titleWeight * (titleScores.get(title) ?? 0),
  );
  const [mostWords, mostFused] = [greatest(weighed), greatest(passages.map(({ row }) => row.fused))];
  return passages.map((passage, index) => {
    const byWords = mostWords === 0 ? 0 : (weighed[index] ?? 0) / mostWords;
    const byRow = mostFused === 0 ? 0 : passage.row.fused / mostFused;
    return { item: { ...passage, bm25: scores[index] ?? 0 }, relevance: (byRow + byWords) / 2 };
  });
}

/** At least 0. Unlike Math.max(...), of any number of values. */
const greatest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** Of a row that its words found, only the passages that have any. */
function withoutChaff(scored: readonly ScoredPassage[]): readonly ScoredPassage[] {
  const worded = new Set(scored.flatMap(({ item }) => (item.bm25 > 0 ? [item.row] : [])));
  return scored.filter(({ item }) => item.bm25 > 0 || item.row.isNear || !worded.has(item.row));
}

function placeOf({ row, column = "", index, words }: Passage): PlacedChunk {
  // Rows without text have no words in common.
  return { row: row.row, column, index, words: new Set(words.length === 0 ? [row.row] : words) };
}
