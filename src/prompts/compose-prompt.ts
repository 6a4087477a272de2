import { fence } from "../tools/fence.ts";
import { makeVisible } from "../tools/visible-text.ts";
import type { Facts } from "./read-facts.ts";

/** SQL written from the catalogue's names. */
export interface Draft {
  readonly purpose: string;
  readonly sql: string;
}

interface PromptParts {
  /** What the user wants, in the user's name. */
  readonly request: readonly string[];
  /** What the catalogue says: somebody else's words. */
  readonly facts: readonly string[];
  /** For the assistant to run, labelled Q1, Q2, ... */
  readonly queries: readonly Draft[];
  /** For the user to run, labelled U1, U2, ...; Postern cannot. */
  readonly changes: readonly Draft[];
  readonly steps: readonly string[];
}

/**
 * The prompt's text. Everything that comes from the database stands inside the fence, drafts included, because a
 * table may be named by someone who wants to be obeyed.
 */
export function composePrompt({ connection }: Facts, parts: PromptParts): string {
  const { request, facts, queries, changes, steps } = parts;
  const inside = [
    facts.join("\n"),
    ...queries.map((draft, index) => labelled(`Q${String(index + 1)}`, draft)),
    ...changes.map((draft, index) => labelled(`U${String(index + 1)}`, draft)),
  ];
  return [
    request.join("\n"),
    [
      "Postern has read the catalogue; what it found stands in the block below, so do not ask for it again.",
      ...(connection === undefined
        ? []
        : [`Pass connection ${JSON.stringify(connection)} to every tool that takes one.`]),
      "Postern only reads: whatever changes the database is for me to run, so show it and never say it was done.",
      "Row counts are the planner's estimates; a type with ? may be NULL; names are quoted as SQL needs them.",
    ].join(" "),
    fence(inside.join("\n\n")),
    steps.map((step, index) => `${String(index + 1)}. ${step}`).join("\n"),
  ].join("\n\n");
}

function labelled(label: string, { purpose, sql }: Draft): string {
  return `${label} ${purpose}\n${sql}`;
}

/** `Q1`, `Q1 and Q2`, `Q1 to Q3`: how the steps call the drafts; undefined when there are none. */
export function draftNames(letter: "Q" | "U", drafts: readonly Draft[]): string | undefined {
  if (drafts.length === 0) return undefined;
  if (drafts.length === 1) return `${letter}1`;
  return `${letter}1 ${drafts.length === 2 ? "and" : "to"} ${letter}${String(drafts.length)}`;
}

/** Text of the user's, set off from ours by a fence of backticks that it does not contain. It may have been pasted. */
export function quoteBlock(text: string, language = ""): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${makeVisible(text)}\n${ticks}`;
}
