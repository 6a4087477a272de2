import { type Command, PROGRAM, UsageError } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { describeError, safely } from "./describe-error.ts";
import { showCommand, showNoun, showOverview } from "./help.ts";
import type { Noun } from "./registry.ts";
import { startSession } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

const [DONE, FAILED, USAGE] = [0, 1, 2];

function showHelp(topic: Command | Noun | undefined): string {
  if (topic === undefined) return showOverview();
  return "noun" in topic ? showNoun(topic) : showCommand(topic);
}

function describe(error: unknown, commandName: string): readonly string[] {
  const lines = describeError(error);
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
    if (outcome.text !== undefined) print(isJson ? JSON.stringify(outcome.data, null, 2) : outcome.text);
    for (const warning of outcome.warnings ?? []) complain(safely(warning));
    return outcome.failed === true ? FAILED : DONE;
  } catch (error) {
    for (const line of describe(error, commandName)) complain(line);
    return error instanceof UsageError ? USAGE : FAILED;
  }
}
