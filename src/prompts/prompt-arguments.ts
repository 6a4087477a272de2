import { AppError } from "../errors.ts";

export type GivenArguments = Readonly<Record<string, string>>;

/** What one argument may hold; the whole prompt has to leave room for the work. */
const MAX_CHARACTERS = 16_000;

/** The argument without the space around it; undefined when it was left blank, as clients send optional ones. */
export function textArgument(args: GivenArguments, name: string): string | undefined {
  const text = args[name]?.trim() ?? "";
  if (text.length > MAX_CHARACTERS) {
    throw new AppError("invalid_arguments", `${name} has ${count(text.length)} characters.`, {
      next: `Shorten it to ${count(MAX_CHARACTERS)}.`,
    });
  }
  return text === "" ? undefined : text;
}

/** One of the choices, whatever its case; the first one when the argument was left blank. */
export function choiceArgument<const Choice extends string>(
  args: GivenArguments,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = textArgument(args, name);
  if (text === undefined) return choices[0];
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new AppError("invalid_arguments", `${name} cannot be "${text.slice(0, 100)}".`, {
    next: `Use one of: ${choices.join(", ")}.`,
    data: { choices },
  });
}

const count = (value: number): string => value.toLocaleString("en-US");
