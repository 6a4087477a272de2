import { confirm, intro, isCancel, log, outro, password, select, spinner } from "@clack/prompts";
import { UsageError } from "../postern/command.ts";
import type { Surroundings } from "../postern/surroundings.ts";

/** A person went away in the middle of a question. */
export class Left extends Error {}

export interface Conversation {
  readonly isTerminal: boolean;
  begin(title: string): void;
  /** Shows that something is going on, and then what came of it. */
  work(label: string, work: () => Promise<string>, doing?: string): Promise<void>;
  /** Something that is missing, and what will be done about it. */
  plan(label: string, what: string): void;
  end(text: string): void;
  confirm(question: string, flag: string): Promise<boolean>;
  choose(question: string, choices: readonly { value: string; label: string }[], flag: string): Promise<string>;
  /** Asks again, with the reason, as long as the check throws one. */
  askSecretly(question: string, flag: string, check: (given: string) => void): Promise<string>;
}

function given<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Left("Nothing more was done. Run it again to go on.");
  return answer as Exclude<T, symbol>;
}

function whyNot(check: (text: string) => void, text = ""): string | undefined {
  try {
    check(text.trim());
    return undefined;
  } catch (reason) {
    return (reason as Error).message;
  }
}

/** At a terminal: one line for each step, with a spinner while it lasts, and questions. */
function atTerminal({ stdin, stdout }: Surroundings): Conversation {
  const streams = { input: stdin as typeof process.stdin, output: stdout as typeof process.stdout };
  return {
    isTerminal: true,
    begin: (title) => intro(title, streams),
    async work(label, work, doing) {
      const turning = spinner(streams);
      turning.start(doing === undefined ? label : `${label}: ${doing}`);
      try {
        turning.stop(`${label}: ${await work()}`);
      } catch (error) {
        turning.error(`${label}: failed`);
        throw error;
      }
    },
    plan: (label, what) => log.message(`${label}: ${what}`, { ...streams, symbol: "○" }),
    end: (text) => outro(text, streams),
    confirm: async (message) => given(await confirm({ message, ...streams })),
    choose: async (message, choices) => given(await select({ message, options: [...choices], ...streams })),
    askSecretly: async (message, _, check) =>
      given(await password({ message, validate: (text) => whyNot(check, text), ...streams })).trim(),
  };
}

/** Where nobody sits: lines of text, and instead of a question the flag that answers it. */
function inScript({ stdout }: Surroundings): Conversation {
  const say = (text: string): unknown => stdout.write(`${text}\n`);
  const missing = (question: string, flag: string): Promise<never> =>
    Promise.reject(new UsageError(`There is no terminal to ask at: "${question}" Give ${flag}.`));
  return {
    isTerminal: false,
    begin: say,
    async work(label, work) {
      say(`  ✓ ${label}: ${await work()}`);
    },
    plan: (label, what) => say(`  ○ ${label}: ${what}`),
    end: say,
    confirm: missing,
    choose: (question, _, flag) => missing(question, flag),
    askSecretly: missing,
  };
}

export const startConversation = (surroundings: Surroundings): Conversation =>
  surroundings.stdin.isTTY === true && (surroundings.stdout as { isTTY?: boolean }).isTTY === true
    ? atTerminal(surroundings)
    : inScript(surroundings);
