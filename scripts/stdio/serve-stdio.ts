import { abortOnSignals } from "../local/abort-on-signals.ts";
import { onParentGone } from "../local/parent-watch.ts";
import type { Streams } from "../postern/command.ts";
import { describeError, safely } from "../postern/describe-error.ts";
import { Bridge } from "./bridge.ts";
import { CallFailure } from "./call-failure.ts";
import { readLines } from "./read-lines.ts";
import type { OpenSource } from "./source.ts";
import { lineWriter } from "./write-lines.ts";

const LONGEST_READ_MS = 1_000;

/** Why it ends before its input does; said to whoever still waits for an answer. */
const TOLD = new Error("Postern was told to stop.");
const NO_READER = new Error("Nobody reads the answers any more.");
const WORKER_GONE = new Error("The local Worker has stopped. Start Postern again.");

const couldNotStart = (cause: unknown): CallFailure =>
  new CallFailure(`Postern could not start. ${describeError(cause).join(" ")}`, { cause });

/** Lines for the log of the client that started this. */
function logTo(diagnostics: Streams["diagnostics"]): (text: string) => void {
  // A client that does not want the log may have closed its end.
  diagnostics.on("error", () => undefined);
  return (text) => {
    for (const line of text.split("\n")) diagnostics.write(`postern stdio: ${safely(line)}\n`);
  };
}

/**
 * Serves the client on standard input and output until it leaves, or until this process is told to stop; says whether
 * there was a Worker all the time. Where there is none, the client is answered with the reason.
 */
export async function serveStdio({ input, output, diagnostics }: Streams, source: OpenSource): Promise<boolean> {
  const complain = logTo(diagnostics);
  const leave = new AbortController();
  const { signal } = leave;
  let isServed = true;
  let isLeaving = false;
  const upstream = source.served.catch((cause: unknown) => Promise.reject(couldNotStart(cause)));
  const client = {
    lines: readLines(input, signal),
    write: lineWriter(output, signal, () => leave.abort(NO_READER)),
    complain,
    leave: (reason: Error) => leave.abort(reason),
  };
  const bridge = new Bridge(client, upstream);

  async function tellStart(): Promise<void> {
    try {
      const { what, warning } = await upstream;
      complain(`serving ${what}`);
      if (warning !== undefined) complain(`warning: ${warning}`);
    } catch (failure) {
      if (isLeaving) return;
      isServed = false;
      complain((failure as Error).message);
      // A person sees it there, and sends nothing that could be answered.
      if (input.isTTY) leave.abort(TOLD);
    }
  }

  async function noticeEnd(): Promise<void> {
    await source.ended;
    isServed = false;
    leave.abort(WORKER_GONE);
  }

  abortOnSignals().addEventListener("abort", () => leave.abort(TOLD));
  onParentGone(() => leave.abort(TOLD));
  signal.addEventListener("abort", () => {
    bridge.abort(signal.reason as Error);
    input.destroy();
  });
  void tellStart();
  void noticeEnd();
  await bridge.run();
  isLeaving = true;
  const wasServed = isServed;
  await source.close();
  // What is written and not read would keep this process for as long as the reader likes.
  if (signal.aborted) setTimeout(() => process.exit(), LONGEST_READ_MS).unref();
  return wasServed;
}
