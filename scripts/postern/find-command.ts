import { type Command, UsageError } from "./command.ts";
import { COMMANDS, type Noun, NOUNS } from "./registry.ts";
import { didYouMean } from "./suggestion.ts";

const nounNames = NOUNS.map(({ noun }) => noun);

/** Repeats only what looks like a word: anything else may be a connection string in the wrong place. */
const quoted = (words: string): string => (/^[\w -]{1,60}$/.test(words) ? ` "${words}"` : "");

export function findNoun(word: string): Noun {
  const found = NOUNS.find(({ noun }) => noun === word);
  if (found === undefined) throw new UsageError(`Unknown command${quoted(word)}.${didYouMean(word, nounNames)}`, "");
  return found;
}

/** The command that the first two words name. */
export function findCommand([noun = "", verb = ""]: readonly string[]): Command {
  const found = COMMANDS.find(({ name }) => name === `${noun} ${verb}`);
  if (found !== undefined) return found;
  const wanted = `${noun} ${verb}`;
  const all = COMMANDS.map(({ name }) => name);
  const isReversed = all.includes(`${verb} ${noun}`);
  const suggestion = isReversed ? ` Did you mean "${verb} ${noun}"?` : didYouMean(wanted, all);
  throw new UsageError(`Unknown command${quoted(wanted)}.${suggestion}`, nounNames.includes(noun) ? noun : "");
}
