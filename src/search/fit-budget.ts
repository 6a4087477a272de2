import { chunkText } from "./chunk-text.ts";

interface Counted {
  readonly text: string;
  readonly tokens: number;
}

export interface FittedItems<Item> {
  readonly items: readonly Item[];
  readonly tokens: number;
  /** Whether the only item lost its end because it is too large by itself. */
  readonly isCut: boolean;
  /** Items left out because the budget was used up. */
  readonly dropped: number;
}

/** The items from the first on whose tokens together fit the budget, none skipped. The first always stays, if cut. */
export function fitBudget<Item extends Counted>(items: readonly Item[], maxTokens: number): FittedItems<Item> {
  let [tokens, kept] = [0, 0];
  for (const item of items) {
    if (tokens + item.tokens > maxTokens) break;
    tokens += item.tokens;
    kept += 1;
  }
  const [first] = items;
  if (first === undefined || kept > 0) {
    return { items: items.slice(0, kept), tokens, isCut: false, dropped: items.length - kept };
  }
  const beginning = chunkText(first.text, maxTokens, 0)[0] ?? { text: "", tokens: 0 };
  const cut = { ...first, text: beginning.text, tokens: beginning.tokens };
  return { items: [cut], tokens: cut.tokens, isCut: true, dropped: items.length - 1 };
}
