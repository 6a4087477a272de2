import { nearestNames } from "../../src/catalog/nearest-names.ts";
import { type Command, UsageError } from "./command.ts";
import { COMMANDS, type Noun, NOUNS } from "./registry.ts";
import { didYouMean } from "./suggestion.ts";

const NOUN_NAMES = NOUNS.map(({ noun }) => noun);

/** What other programs call it, with what it could be here. */
const OTHER_WORDS: readonly { words: readonly string[]; meant: readonly string[] }[] = [
  { words: ["remove", "rm", "destroy", "delete", "drop"], meant: ["delete", "revoke", "remove"] },
  { words: ["add", "create", "new", "make", "replace"], meant: ["create", "generate", "new", "add", "set"] },
  { words: ["get", "ls", "describe"], meant: ["show", "status", "list"] },
  { words: ["set", "edit", "change"], meant: ["update", "set", "create", "add"] },
  { words: ["test", "verify", "check"], meant: ["check", "test"] },
  { words: ["register", "run", "deploy"], meant: ["apply"] },
];

/** Repeats only what looks like words: anything else may be a connection string in the wrong place. */
const quoted = (words: string): string => (/^[\w -]{1,60}$/.test(words) ? ` "${words}"` : "");

export function findNoun(word: string): Noun {
  const found = NOUNS.find(({ noun }) => noun === word);
  if (found === undefined) throw new UsageError(`Unknown command${quoted(word)}.${didYouMean(word, NOUN_NAMES)}`, "");
  return found;
}

const nearest = (word: string, known: readonly string[]): string | undefined =>
  known.includes(word) ? word : nearestNames(word, known)[0];

function guess(noun: string, verb: string): Command | undefined {
  const named = (name: string) => COMMANDS.find((command) => command.name === name);
  const meant = nearest(noun, NOUN_NAMES);
  if (meant === undefined) return named(`${verb} ${noun}`);
  const verbs = COMMANDS.flatMap(({ name }) => (name.startsWith(`${meant} `) ? [name.slice(meant.length + 1)] : []));
  const others = OTHER_WORDS.find(({ words }) => words.includes(verb))?.meant ?? [];
  const other = verbs.includes(verb) ? verb : others.find((word) => verbs.includes(word));
  return named(`${meant} ${other ?? nearest(verb, verbs) ?? ""}`);
}

/** The command that the first word names alone. */
export const findLoneCommand = ([noun]: readonly string[]): Command | undefined =>
  COMMANDS.find(({ name }) => name === noun);

/** The command that the first two words name. */
export function findCommand([noun = "", verb = ""]: readonly string[]): Command {
  const wanted = `${noun} ${verb}`;
  const found = COMMANDS.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const meant = guess(noun, verb);
  const suggestion = meant === undefined ? "" : ` Did you mean "${meant.name}"?`;
  throw new UsageError(`Unknown command${quoted(wanted)}.${suggestion}`, NOUN_NAMES.includes(noun) ? noun : "");
}
