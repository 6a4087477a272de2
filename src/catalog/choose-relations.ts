import { scoreBm25 } from "../search/bm25.ts";
import { stemsOf } from "../search/word-stems.ts";
import { tablesBetween } from "./join-paths.ts";
import type { Candidate, Candidates } from "./relation-candidates.ts";

/** Between so many of the likeliest the joins are looked for. */
const MAX_ANCHORS = 5;
const MAX_BETWEEN = 8;
const MAX_MATCHING = 16;
const MAX_TARGETS = 8;
/** So many relations may all be shown: the question may have used other words for them. */
const SMALL = 24;
const MAX_OTHERS = 24;
/** What has so little of the words in comparison with the first is no match. */
const LEAST_SHARE = 0.15;

interface Worded {
  readonly oid: number;
  readonly name: readonly string[];
  /** A word of the name counts as often as three of what is said of it. */
  readonly document: readonly string[];
}

function wordsOf({ oid, schema, name, comment, words }: Candidate): Worded {
  const named = stemsOf(name);
  return { oid, name: named, document: [...named, ...named, ...named, ...stemsOf(`${schema} ${comment} ${words}`)] };
}

/** Those that have enough of the words, best first; one whose whole name was said counts twice. */
function matchingOf(words: readonly string[], candidates: readonly Candidate[]): readonly number[] {
  const worded = candidates.map(wordsOf);
  const asked = new Set(words);
  const bare = scoreBm25(
    words,
    worded.map(({ document }) => document),
  );
  const scored = worded.map(({ oid, name }, index) => {
    const said = name.filter((word) => asked.has(word)).length / Math.max(1, name.length);
    return { oid, score: (bare[index] ?? 0) * (1 + said) };
  });
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored
    .filter(({ score }) => score > 0 && score >= best * LEAST_SHARE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_MATCHING)
    .map(({ oid }) => oid);
}

/**
 * The oids of the relations to show for a question with these words, the most useful first: those that match best,
 * those that join them, others that match, those that join all these, and what the best refer to. Of a small database
 * the others follow, and so does of any what most refer to when nothing matches.
 */
export function chooseRelations(words: readonly string[], { candidates, links, total }: Candidates): readonly number[] {
  const matching = matchingOf(words, candidates);
  const anchors = matching.slice(0, MAX_ANCHORS);
  const between = tablesBetween(anchors, links).slice(0, MAX_BETWEEN);
  const further = tablesBetween([...anchors, ...between], links).slice(0, MAX_BETWEEN);
  const targets = links.filter(([referrer]) => anchors.includes(referrer)).map(([, target]) => target);
  const chosen = new Set([...anchors, ...between, ...matching, ...further, ...targets.slice(0, MAX_TARGETS)]);
  const others = matching.length === 0 || total <= SMALL ? candidates.slice(0, MAX_OTHERS) : [];
  return [...chosen.union(new Set(others.map(({ oid }) => oid)))];
}
