import { countQuarters } from "./estimate-tokens.ts";

export const INSIDE_WORD = 0;
export const AFTER_WORD = 1;
export const AFTER_SENTENCE = 2;
export const AFTER_PARAGRAPH = 3;

/** What is not divided any further: a word, or a part of one that is too long. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** The quarters of a token that the text before it costs, and the text up to its end. */
  readonly costBefore: number;
  readonly cost: number;
  /** How good a place to part the text is behind it: the higher, the better. */
  readonly parting: number;
}

// A word and the gap behind it. Full stops that need no space behind them end a word.
const WORDS = /([^\s。！？]+[。！？]*|[。！？]+)(\s*)/gu;
const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*$/u;

function partingOf(word: string, gap: string): number {
  if (/\n\s*\n/.test(gap)) return AFTER_PARAGRAPH;
  if (gap.includes("\n") || SENTENCE_END.test(word.slice(-8))) return AFTER_SENTENCE;
  return gap === "" ? INSIDE_WORD : AFTER_WORD;
}

/** The ends of the parts of a word, none dearer than `maxCost` and none between the halves of a sign. */
function* endsOfParts(text: string, start: number, end: number, maxCost: number): Generator<number> {
  let at = start;
  let cost = 0;
  while (at < end) {
    const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    const signCost = countQuarters(text, at, next);
    if (cost > 0 && cost + signCost > maxCost) {
      yield at;
      cost = 0;
    }
    cost += signCost;
    at = next;
  }
  yield end;
}

/** All that is not white space, in its order. Words dearer than `maxCost` come in parts of at most `partCost`. */
export function splitIntoPieces(text: string, maxCost: number, partCost: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let [reached, cost] = [0, 0];
  for (const { 1: word = "", 2: gap = "", index } of text.matchAll(WORDS)) {
    const wordEnd = index + word.length;
    const parting = partingOf(word, gap);
    const isLong = countQuarters(word) > maxCost;
    for (const end of isLong ? endsOfParts(text, index, wordEnd, partCost) : [wordEnd]) {
      const start = Math.max(index, reached);
      const costBefore = cost + countQuarters(text, reached, start);
      cost = costBefore + countQuarters(text, start, end);
      pieces.push({ start, end, costBefore, cost, parting: end === wordEnd ? parting : INSIDE_WORD });
      reached = end;
    }
  }
  return pieces;
}
