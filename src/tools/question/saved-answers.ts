import type { ExampleAnswer } from "../../ai/question-prompt.ts";
import { scoreBm25 } from "../../search/bm25.ts";
import { estimateTokens } from "../../search/estimate-tokens.ts";
import { questionStems, stemsOf } from "../../search/word-stems.ts";
import { essenceOf } from "../../tenants/question-essence.ts";
import type { SavedQuestion } from "../../tenants/records.ts";

const MAX_EXAMPLES = 3;
/** What stands around an example. */
const EXAMPLE_TOKENS = 12;

/** The saved answer to this very question, whatever its case, spacing and punctuation. */
export function findSaved(saved: readonly SavedQuestion[], question: string): SavedQuestion | undefined {
  const essence = essenceOf(question);
  return saved.find((candidate) => essenceOf(candidate.question) === essence);
}

/** Saved answers to questions with most of the same words, as far as the tokens go. */
export function nearestSaved(
  saved: readonly SavedQuestion[],
  question: string,
  maxTokens: number,
): readonly ExampleAnswer[] {
  const scores = scoreBm25(
    questionStems(question),
    saved.map((candidate) => stemsOf(candidate.question)),
  );
  const nearest = saved
    .map(({ question: asked, sql }, index) => ({ example: { question: asked, sql }, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const examples: ExampleAnswer[] = [];
  let left = maxTokens;
  for (const { example } of nearest.slice(0, MAX_EXAMPLES)) {
    const tokens = estimateTokens(`${example.question}${example.sql}`) + EXAMPLE_TOKENS;
    if (tokens > left) continue;
    left -= tokens;
    examples.push(example);
  }
  return examples;
}
