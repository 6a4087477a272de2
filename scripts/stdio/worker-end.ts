import { EventSourceParserStream } from "eventsource-parser/stream";
import { brokenOff, refusedCall, unreachable } from "./call-failure.ts";
import type { ClientMessage } from "./client-message.ts";
import { requestHeaders } from "./request-headers.ts";

/** Where messages go, and what lets them in. */
export interface Upstream {
  readonly url: URL;
  readonly token: string;
  /** What to do when nothing answers there. */
  readonly advice: string;
}

interface Answer {
  readonly result?: { readonly protocolVersion?: unknown };
}

const isOfType = ({ headers }: Response, type: string): boolean =>
  headers.get("content-type")?.startsWith(type) === true;

async function* answersOf(response: Response): AsyncGenerator<unknown, void> {
  if (response.body === null || response.status === 202) return;
  if (isOfType(response, "application/json")) {
    // Blanks before it keep a slow answer's connection open.
    yield JSON.parse(await response.text());
    return;
  }
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) if (data !== "") yield JSON.parse(data);
}

/** The Worker's side of one client's conversation: sends a message and yields what comes back, as it comes. */
export class WorkerEnd {
  readonly #upstream: Upstream;
  /** The revision that `initialize` agreed on; HTTP wants it repeated. */
  #negotiated: string | undefined;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /** Throws a CallFailure for whatever goes wrong on the way, and the signal's reason when that ended it. */
  async *send(message: ClientMessage, signal: AbortSignal): AsyncGenerator<unknown, void> {
    const response = await this.#post(message, signal);
    const isReadable = isOfType(response, "application/json") || isOfType(response, "text/event-stream");
    if (!response.ok || !(isReadable || response.status === 202)) throw await refusedCall(response);
    try {
      for await (const answer of answersOf(response)) {
        const { protocolVersion } = (answer as Answer | null)?.result ?? {};
        if (message.method === "initialize" && typeof protocolVersion === "string") this.#negotiated = protocolVersion;
        yield answer;
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw brokenOff(cause);
    }
  }

  async #post(message: ClientMessage, signal: AbortSignal): Promise<Response> {
    const { url, token, advice } = this.#upstream;
    try {
      return await fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...requestHeaders(message, this.#negotiated),
        },
        body: message.line,
        // The token goes nowhere that was not asked for.
        redirect: "manual",
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw unreachable(url, advice, cause);
    }
  }
}
