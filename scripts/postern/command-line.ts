import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import {
  type Command,
  type GivenNames,
  type GivenOptions,
  type Options,
  showArguments,
  UsageError,
} from "./command.ts";
import { findCommand, findNoun } from "./find-command.ts";
import { COMMANDS, type Noun } from "./registry.ts";
import { didYouMean } from "./suggestion.ts";

export const GLOBAL_OPTIONS = {
  url: {
    type: "string",
    value: "url",
    what: "the Worker to talk to; its admin token is read from ADMIN_TOKEN, or is the one that npm run setup saved",
    otherwise: "the one that npm start runs on this machine",
  },
  json: { type: "boolean", what: "print JSON and nothing else on stdout; call it with npm run --silent" },
  help: { type: "boolean", what: "explain instead of doing" },
} as const satisfies Options;

export type Reading =
  | { kind: "help"; topic: Command | Noun | undefined }
  | { kind: "nothing"; topic: Noun | undefined }
  | {
      kind: "run";
      command: Command;
      names: GivenNames;
      options: GivenOptions;
      url: string | undefined;
      isJson: boolean;
    };

function toConfig(options: Options): ParseArgsOptionsConfig {
  const entries = Object.entries({ ...GLOBAL_OPTIONS, ...options } as Options);
  const config = entries.map(([name, { type, multiple }]) => [name, { type, multiple: multiple === true }] as const);
  return { ...Object.fromEntries(config), help: { type: "boolean", short: "h" } };
}

/** Reads with the options of all commands, to tell names from values before the command is known. */
function readLoosely(args: string[]) {
  const every = Object.assign({}, ...COMMANDS.map((command) => command.options)) as Options;
  return parseArgs({ args, options: toConfig(every), allowPositionals: true, strict: false, tokens: true });
}

function checkOptionNames(command: Command, tokens: ReturnType<typeof readLoosely>["tokens"]): void {
  const known: Options = { ...GLOBAL_OPTIONS, ...command.options };
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = known[token.name];
    if (option === undefined) {
      const names = Object.keys(known).map((name) => `--${name}`);
      throw new UsageError(`Unknown option ${token.rawName}.${didYouMean(token.rawName, names)}`, command.name);
    }
    if (option?.type === "string" && option.multiple !== true && seen.has(token.name))
      throw new UsageError(`--${token.name} is given twice`, command.name);
    seen.add(token.name);
  }
}

function readValues(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: toConfig(command.options), allowPositionals: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), command.name);
  }
}

/** What each option of the command comes to: lists and flags are never undefined. */
function completeValues(command: Command, values: ReturnType<typeof readValues>): GivenOptions {
  const entries = Object.entries(command.options).map(([name, { type, multiple, isRequired }]) => {
    const value = values[name] as string | boolean | string[] | undefined;
    if (isRequired && value === undefined) throw new UsageError(`--${name} is missing`, command.name);
    return [name, value ?? (type === "boolean" ? false : multiple ? [] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

/** In the path of a request these words would mean another place. */
const isPlace = (word: string): boolean => /^\.{0,2}$/.test(word);

/** The words given are not repeated: one may be a connection string in the wrong place. */
function readNames(command: Command, words: readonly string[]): GivenNames {
  const needed = command.arguments.filter((argument) => !argument.isOptional).length;
  const most = command.arguments.at(-1)?.isMany ? Infinity : command.arguments.length;
  if (words.length < needed || words.length > most) {
    const wanted = showArguments(command) || "no names";
    throw new UsageError(`Wrong number of names: ${command.name} takes ${wanted}`, command.name);
  }
  return Object.fromEntries(
    command.arguments.map(({ name, isMany }, index) => {
      const taken = words.slice(index, isMany ? undefined : index + 1);
      if (taken.some(isPlace)) throw new UsageError(`<${name}> is not a name`, command.name);
      return [name, isMany ? taken : taken[0]] as const;
    }),
  );
}

export function readCommandLine(args: string[]): Reading {
  const { positionals, values, tokens } = readLoosely(args);
  const asksHelp = values["help"] === true || positionals[0] === "help";
  const words = positionals[0] === "help" ? positionals.slice(1) : positionals;
  if (words.length < 2) {
    const topic = words[0] === undefined ? undefined : findNoun(words[0]);
    return { kind: asksHelp ? "help" : "nothing", topic };
  }
  const command = findCommand(words);
  if (asksHelp) return { kind: "help", topic: command };
  checkOptionNames(command, tokens);
  const strict = readValues(command, args);
  return {
    kind: "run",
    command,
    names: readNames(command, words.slice(2)),
    options: completeValues(command, strict),
    url: strict["url"] as string | undefined,
    isJson: strict["json"] === true,
  };
}
