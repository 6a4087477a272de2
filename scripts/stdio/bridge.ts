import { setTimeout as delay } from "node:timers/promises";
import { errorTable } from "../../src/errors.ts";
import { brokenOff, CallFailure } from "./call-failure.ts";
import { type ClientMessage, readClientMessage } from "./client-message.ts";
import { type OpenCall, OpenCalls } from "./open-calls.ts";
import { type Upstream, WorkerEnd } from "./worker-end.ts";
import type { Write } from "./write-lines.ts";

export interface ClientEnd {
  readonly lines: AsyncIterable<string>;
  readonly write: Write;
  /** For whoever reads the log of a client that started this. */
  readonly complain: (line: string) => void;
  /** Gives the client up, which ends what is still open. */
  readonly leave: (reason: Error) => void;
}

const NOT_JSON = {
  code: errorTable.parse_error.rpc,
  message: "This line is not JSON. Send one JSON-RPC message a line.",
};
/** As long as the Worker lets a statement run unless a tenant's policy says otherwise. */
const LONGEST_ANSWER_MS = 30_000;
const LONGEST_CANCEL_MS = 2_000;
/** The SDK's clients lose progress that they read at once with the answer; this makes it likely to be read before. */
const OWN_READ_MS = 25;

const ENDED = new Error("The input has ended.");
const TOO_LONG = new Error("The input has ended, and this took too long.");

const isSameId = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a message ends the call of this id, be it with a result or an error. */
function isAnswer(message: unknown, id: unknown): boolean {
  const fields = message as Readonly<Record<string, unknown>> | null;
  return fields?.["method"] === undefined && isSameId(fields?.["id"] ?? null, id);
}

/** Carries messages between a client on standard input and output and a Worker on HTTP, many at a time. */
export class Bridge {
  readonly #client: ClientEnd;
  readonly #worker: Promise<WorkerEnd>;
  readonly #calls = new OpenCalls();

  /** Messages wait for the Worker's address; when there will be none, they are answered with the reason. */
  constructor(client: ClientEnd, upstream: Promise<Upstream>) {
    this.#client = client;
    this.#worker = upstream.then((found) => new WorkerEnd(found));
    this.#worker.catch(() => undefined);
  }

  /** Serves until the input has ended and what it asked for is answered. */
  async run(): Promise<void> {
    for await (const line of this.#client.lines) await this.#take(line);
    this.abort(ENDED, ({ message }) => message.listens);
    // Where nothing is asked, nobody waits for a Worker that is still starting.
    await Promise.race([this.#worker.catch(() => undefined), this.#calls.untilEnded()]);
    const timer = setTimeout(() => this.#client.leave(TOO_LONG), LONGEST_ANSWER_MS);
    await this.#calls.untilEnded();
    clearTimeout(timer);
  }

  /** Ends the calls that are open now, whose clients are told the reason, and with them their statements. */
  abort(reason: Error, isMeant?: (call: OpenCall) => boolean): void {
    this.#calls.abort(reason, isMeant);
  }

  async #take(line: string): Promise<void> {
    let message;
    try {
      message = readClientMessage(line);
    } catch {
      await this.#client.write({ jsonrpc: "2.0", id: null, error: NOT_JSON });
      return;
    }
    if (message.cancels === undefined) this.#calls.run(message, (call) => this.#serve(call));
    else this.#cancel(message);
  }

  /** By the notification, and by hanging up on the call, in case one of them does not get through. */
  #cancel(notification: ClientMessage): void {
    const call = this.#calls.find(notification.cancels);
    // Told of one that is answered already, the Worker could take another client's call of this id for it.
    if (call === undefined || call.isCancelled) return;
    call.isCancelled = true;
    this.#calls.run(notification, async ({ controller }) => {
      const timer = setTimeout(() => controller.abort(), LONGEST_CANCEL_MS);
      if (!call.message.listens) await this.#pass(notification, controller.signal).catch(() => undefined);
      clearTimeout(timer);
      call.controller.abort();
    });
  }

  async #serve(call: OpenCall): Promise<void> {
    const { message, controller } = call;
    try {
      const isAnswered = await this.#pass(message, controller.signal, call);
      if (message.id !== undefined && !isAnswered) throw brokenOff();
    } catch (failure) {
      if (!call.isCancelled) await this.#tell(message, failure);
    }
  }

  /** Says whether the answer was among what came back. */
  async #pass(message: ClientMessage, signal: AbortSignal, call?: OpenCall): Promise<boolean> {
    const worker = await Promise.race([this.#worker, aborted(signal)]);
    let isAnswered = false;
    let isProgressing = false;
    for await (const answer of worker.send(message, signal)) {
      isAnswered ||= isAnswer(answer, message.id);
      if (isAnswered && isProgressing) await delay(OWN_READ_MS);
      isProgressing = true;
      if (call?.isCancelled !== true) await this.#client.write(answer);
    }
    return isAnswered;
  }

  async #tell({ id, method }: ClientMessage, reason: unknown): Promise<void> {
    const failure = reason instanceof CallFailure ? reason : new CallFailure((reason as Error).message);
    const { code, message, data, isOfMessage } = failure;
    // What is wrong with a message may repeat its words, and is told to who sent it alone.
    if (!isOfMessage) this.#client.complain(`${method ?? "a message"} was not served: ${message}`);
    if (id === undefined) return;
    await this.#client.write({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } });
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return await new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
