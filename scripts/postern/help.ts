import {
  type Command,
  type Example,
  type Option,
  type Options,
  PROGRAM,
  programOf,
  showArguments,
  SILENT_PROGRAM,
} from "./command.ts";
import { GLOBAL_OPTIONS } from "./command-line.ts";
import { type Noun, NOUNS } from "./registry.ts";
import { wrapText } from "./text-width.ts";

const WIDTH = 100;
const EXAMPLES: readonly Example[] = [
  { line: "tenant create acme", what: "Serve a first database: a tenant," },
  {
    line: "connection create acme main --database-url -",
    what: "its database, whose URL is read from stdin and so stays out of the shell's history,",
    before: "cat database-url.txt |",
  },
  { line: "token create acme --label laptop --expires-in-days 90", what: "and a token to paste into an assistant." },
];

const wrapped = (text: string, indent = ""): string[] =>
  wrapText(text, WIDTH - indent.length).map((line) => indent + line);

/** Names on the left, explanations on the right, broken under themselves. */
function pairs(items: readonly (readonly [name: string, what: string])[]): string[] {
  const width = Math.max(0, ...items.map(([name]) => name.length)) + 4;
  return items.flatMap(([name, what]) =>
    wrapText(what, WIDTH - width).map((line, index) => (index === 0 ? `  ${name}` : "").padEnd(width) + line),
  );
}

function explainOption({ what, type, multiple, isRequired, otherwise }: Option): string {
  const notes = [
    ...(multiple ? ["may be repeated"] : []),
    ...(isRequired ? ["required"] : []),
    ...(otherwise === undefined ? [] : [`default: ${otherwise}`]),
    ...(type === "boolean" && otherwise === undefined ? ["default: off"] : []),
  ];
  return `${what} (${notes.join("; ")})`;
}

const showOption = (name: string, { value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

const optionPairs = (options: Options): string[] =>
  pairs(Object.entries(options).map(([name, option]) => [showOption(name, option), explainOption(option)] as const));

function showExamples(examples: readonly Example[], program = PROGRAM): string[] {
  return examples.flatMap(({ what, line, before, after }) => {
    // Otherwise npm's own lines would go where the output goes.
    const parts = [before, after === undefined ? program : SILENT_PROGRAM, line, after].filter(
      (part) => part !== undefined,
    );
    return [...wrapped(what, "  # "), `  ${parts.join(" ")}`];
  });
}

function commandPairs({ commands }: Noun): string[] {
  return pairs(commands.map((command) => [`${command.name} ${showArguments(command)}`.trimEnd(), command.summary]));
}

/** Blocks of lines with an empty line between them; empty blocks are left out. */
function page(...blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

/** The overview: every command in a line. */
export function showOverview(): string {
  return page(
    [`Usage: ${PROGRAM} <command> [options]`],
    ["Looks after a Postern Worker: who may use it, which databases it serves, what seals their passwords."],
    ...NOUNS.map((noun) => titled(`${noun.noun}: ${noun.summary}`, commandPairs(noun))),
    titled("Options of every command:", optionPairs(GLOBAL_OPTIONS)),
    titled("Examples:", showExamples(EXAMPLES)),
    [
      "Exit code: 0 done, 1 the server said no or something is wrong with what was checked, 2 wrong usage.",
      `More about a command: ${PROGRAM} token create --help`,
    ],
  );
}

export function showNoun(noun: Noun): string {
  return page(
    [`Usage: ${PROGRAM} ${noun.noun} <command> [options]`],
    titled(`${noun.noun}: ${noun.summary}`, commandPairs(noun)),
    [`More about one of them: ${PROGRAM} ${noun.commands[0]?.name ?? noun.noun} --help`],
  );
}

/** `token create <tenant> [options]`; what cannot be left out is spelled out. */
export function showUsage(command: Command): string {
  const options = Object.entries(command.options);
  const required = options.filter(([, option]) => option.isRequired).map(([name, option]) => showOption(name, option));
  const parts = [programOf(command), command.name, showArguments(command), ...required, "[options]"];
  return parts.filter((part) => part !== "").join(" ");
}

const globalOptionsOf = ({ url }: Command): Options => ({
  ...GLOBAL_OPTIONS,
  ...(url === undefined ? {} : { url: { ...GLOBAL_OPTIONS.url, ...url } }),
});

export function showCommand(command: Command): string {
  return page(
    [`Usage: ${showUsage(command)}`],
    wrapped(`${command.summary}.`),
    ...(command.details ?? []).map((paragraph) => wrapped(paragraph)),
    titled("Names:", pairs(command.arguments.map(({ name, what }) => [name, what] as const))),
    titled("Options:", optionPairs(command.options)),
    titled("Options of every command:", optionPairs(globalOptionsOf(command))),
    titled("Examples:", showExamples(command.examples, programOf(command))),
    titled("Next:", wrapped(command.next, "  ")),
  );
}
