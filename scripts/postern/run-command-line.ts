import { AppError } from "../../src/errors.ts";
import { makeVisible } from "../../src/tools/visible-text.ts";
import { AdminError } from "../admin-error.ts";
import { type Command, PROGRAM, UsageError } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { showCommand, showNoun, showOverview } from "./help.ts";
import type { Noun } from "./registry.ts";
import { startSession } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

const [DONE, FAILED, USAGE] = [0, 1, 2];

function showHelp(topic: Command | Noun | undefined): string {
  if (topic === undefined) return showOverview();
  return "noun" in topic ? showNoun(topic) : showCommand(topic);
}

/** Whatever a server put into its message, it neither shows the password of a URL nor moves the cursor. */
export const safely = (text: string): string => makeVisible(text.replace(/\/\/(?!user:password@)[^\s"']+@/g, "//***@"));

/** What stands below the message: the place it is about, and what to do. */
function adviceOf(error: unknown): readonly string[] {
  if (!(error instanceof AdminError || error instanceof AppError)) return [];
  const { excerpt, hint, next } = error instanceof AppError ? error.details : error;
  return [excerpt, hint === undefined ? undefined : `Hint: ${hint}`, next].filter((line) => line !== undefined);
}

function describe(error: unknown, commandName: string): readonly string[] {
  const lines = [error instanceof Error ? error.message : String(error), ...adviceOf(error)].map(safely);
  if (!(error instanceof UsageError)) return lines;
  const words = [PROGRAM, error.helpFor ?? commandName, "--help"].filter((word) => word !== "");
  return [...lines, `See: ${words.join(" ")}`];
}

/** Does what the words ask for and tells the exit code. */
export async function runCommandLine(args: string[], surroundings: Surroundings): Promise<number> {
  const print = (text: string): unknown => surroundings.stdout.write(`${text}\n`);
  const complain = (text: string): unknown => surroundings.stderr.write(`${text}\n`);
  let commandName = "";
  try {
    const reading = readCommandLine(args);
    if (reading.kind === "help") {
      print(showHelp(reading.topic));
      return DONE;
    }
    if (reading.kind === "nothing") {
      complain(showHelp(reading.topic));
      return USAGE;
    }
    const { command, names, options, url, isJson } = reading;
    commandName = command.name;
    const session = startSession(url, surroundings);
    let outcome;
    try {
      outcome = await command.run(session, names, options);
    } finally {
      session.end();
    }
    print(isJson ? JSON.stringify(outcome.data, null, 2) : outcome.text);
    for (const warning of outcome.warnings ?? []) complain(safely(warning));
    return outcome.failed === true ? FAILED : DONE;
  } catch (error) {
    for (const line of describe(error, commandName)) complain(line);
    return error instanceof UsageError ? USAGE : FAILED;
  }
}
