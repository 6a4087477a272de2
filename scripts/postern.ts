import { AppError } from "../src/errors.ts";
import { makeVisible } from "../src/tools/visible-text.ts";
import { AdminError } from "./admin-error.ts";
import { type Command, PROGRAM, UsageError } from "./postern/command.ts";
import { readCommandLine } from "./postern/command-line.ts";
import { showCommand, showNoun, showOverview } from "./postern/help.ts";
import type { Noun } from "./postern/registry.ts";
import { startSession } from "./postern/session.ts";

const [DONE, FAILED, USAGE] = [0, 1, 2];

function showHelp(topic: Command | Noun | undefined): string {
  if (topic === undefined) return showOverview();
  return "noun" in topic ? showNoun(topic) : showCommand(topic);
}

/** Whatever a server put into its message, it neither shows the password of a URL nor moves the cursor. */
const safely = (text: string): string => makeVisible(text.replace(/\/\/(?!user:password@)[^\s"']+@/g, "//***@"));

/** What stands below the message: the place it is about, and what to do. */
function adviceOf(error: unknown): readonly string[] {
  if (error instanceof AdminError) return error.next === undefined ? [] : [error.next];
  if (!(error instanceof AppError)) return [];
  const { excerpt, hint, next } = error.details;
  return [excerpt, hint === undefined ? undefined : `Hint: ${hint}`, next].filter((line) => line !== undefined);
}

function report(error: unknown, commandName: string): number {
  console.error(safely(error instanceof Error ? error.message : String(error)));
  for (const line of adviceOf(error)) console.error(safely(line));
  if (!(error instanceof UsageError)) return FAILED;
  const words = [PROGRAM, error.helpFor ?? commandName, "--help"].filter((word) => word !== "");
  console.error(`See: ${words.join(" ")}`);
  return USAGE;
}

async function main(args: string[]): Promise<number> {
  let commandName = "";
  try {
    const reading = readCommandLine(args);
    if (reading.kind === "help") {
      console.log(showHelp(reading.topic));
      return DONE;
    }
    if (reading.kind === "nothing") {
      console.error(showHelp(reading.topic));
      return USAGE;
    }
    const { command, names, options, url, isJson } = reading;
    commandName = command.name;
    const session = startSession(url);
    let outcome;
    try {
      outcome = await command.run(session, names, options);
    } finally {
      session.end();
    }
    console.log(isJson ? JSON.stringify(outcome.data, null, 2) : outcome.text);
    for (const warning of outcome.warnings ?? []) console.error(safely(warning));
    return outcome.failed === true ? FAILED : DONE;
  } catch (error) {
    return report(error, commandName);
  }
}

process.exitCode = await main(process.argv.slice(2));
