import type { Readable } from "node:stream";
import type { AdminClient } from "../admin-client.ts";

/** How the command is called, in everything it prints. */
export const PROGRAM = "npm run postern --";
/** Where npm's own lines must not mix with the output. */
export const SILENT_PROGRAM = "npm run --silent postern --";

export interface Argument {
  readonly name: string;
  readonly what: string;
  readonly isOptional?: true;
  /** Takes all words that are left, at least one; only the last argument can. */
  readonly isMany?: true;
}

export interface Option {
  readonly type: "string" | "boolean";
  readonly what: string;
  /** Stands for the value in the help, as in `--label <text>`. */
  readonly value?: string;
  readonly multiple?: true;
  readonly isRequired?: true;
  /** What holds when it is not given; a boolean is off then. */
  readonly otherwise?: string;
}

export type Options = Readonly<Record<string, Option>>;

export interface Example {
  /** What follows the program's name. */
  readonly line: string;
  readonly what: string;
  /** Stands before the program's name: a command whose output is piped in. */
  readonly before?: string;
  /** Stands at the end: where the output goes. */
  readonly after?: string;
}

type NameOf<K extends Argument> = K extends { isMany: true }
  ? readonly string[]
  : K extends { isOptional: true }
    ? string | undefined
    : string;

type Names<A extends readonly Argument[]> = { readonly [K in A[number] as K["name"]]: NameOf<K> };

type ValueOf<O extends Option> = O extends { type: "boolean" }
  ? boolean
  : O extends { multiple: true }
    ? readonly string[]
    : O extends { isRequired: true }
      ? string
      : string | undefined;

type Values<O extends Options> = { readonly [K in keyof O]: ValueOf<O[K]> };

/** Standard input, output and error, for a command that speaks with a program instead of a person. */
export interface Streams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  readonly diagnostics: NodeJS.WritableStream;
}

/** All that a command may touch besides its own input. */
export interface Session {
  /** Made when asked for: a command that needs no Worker needs no admin token either. */
  readonly admin: AdminClient;
  readonly workerUrl: string;
  /** What --url says; undefined leaves the choice to the command. */
  readonly givenUrl: string | undefined;
  readonly now: Date;
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that a path means to the person who typed it. */
  readonly locate: (path: string) => string;
  /** What is piped in, or the line that a person at a terminal answers with; without spaces around it. */
  readonly readInput: (prompt: string) => Promise<string>;
  /** Throws when a person at a terminal says no; passes where nobody can be asked. */
  readonly confirm: (question: string) => Promise<void>;
  /** One line that replaces the one before, on stderr. */
  readonly progress: (line: string) => void;
  readonly streams: Streams;
}

export interface Outcome {
  /** For --json. */
  readonly data: unknown;
  /** For people; undefined where the command itself has written to its output. */
  readonly text: string | undefined;
  /** For stderr, so that --json stays JSON. */
  readonly warnings?: readonly string[];
  /** Done, but not to the end that was wanted: exit code 1. */
  readonly failed?: boolean;
}

interface Description<A extends readonly Argument[], O extends Options> {
  /** Noun and verb, or a noun alone where it has one command only. */
  readonly name: string;
  /** One line for lists of commands. */
  readonly summary: string;
  /** What it does beyond its summary, a paragraph each. */
  readonly details?: readonly string[];
  readonly arguments: A;
  readonly options: O;
  readonly examples: readonly [Example, ...Example[]];
  /** What to do afterwards. */
  readonly next: string;
  /** A program reads its output, so npm must not write there. */
  readonly isForPrograms?: true;
  /** What --url means where it is not the address of the admin API. */
  readonly url?: Pick<Option, "what" | "otherwise">;
}

interface Definition<A extends readonly Argument[], O extends Options> extends Description<A, O> {
  run(session: Session, names: Names<A>, options: Values<O>): Outcome | Promise<Outcome>;
}

export interface Command extends Description<readonly Argument[], Options> {
  run(session: Session, names: GivenNames, options: GivenOptions): Outcome | Promise<Outcome>;
}

export type GivenNames = Readonly<Record<string, string | readonly string[] | undefined>>;
export type GivenOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export function defineCommand<const A extends readonly Argument[], const O extends Options>(
  definition: Definition<A, O>,
): Command {
  // The command line is read by these same arguments and options, so run gets what it declares.
  return definition;
}

/** How this command is called. */
export function programOf({ isForPrograms }: Pick<Command, "isForPrograms">): string {
  return isForPrograms === true ? SILENT_PROGRAM : PROGRAM;
}

function showArgument({ name, isOptional, isMany }: Argument): string {
  if (isMany) return `<${name}>...`;
  return isOptional ? `[${name}]` : `<${name}>`;
}

/** The names in a usage line: `<tenant> [id]`. */
export function showArguments(command: Command): string {
  return command.arguments.map(showArgument).join(" ");
}

/** A wrong call: exit code 2 and a pointer to the help that would have told. */
export class UsageError extends Error {
  /** The words to ask help for; those of the running command when undefined. */
  readonly helpFor: string | undefined;

  constructor(message: string, helpFor?: string) {
    super(message);
    this.name = "UsageError";
    this.helpFor = helpFor;
  }
}
