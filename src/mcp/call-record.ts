import { waitUntil } from "cloudflare:workers";
import type { ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import { fingerprint } from "../sql/fingerprint.ts";

/** What is learned of a call while it runs. The SQL and the answer are measured and never leave here. */
export interface CallFacts {
  readonly method?: string;
  /** Of the tool, resource or prompt, once it is known to be one: what a caller made up is not logged. */
  readonly name?: string;
  readonly connection?: string;
  readonly sql?: string;
  readonly code?: ErrorCode;
  /** The guard's rule. */
  readonly rule?: string;
  readonly sqlstate?: string;
  readonly rows?: number;
  /** What was asked of a text model, and the tokens that it read and wrote. */
  readonly modelCalls?: number;
  readonly modelTokens?: number;
  readonly answer?: string;
  readonly status?: number;
  /** Of an internal error, for the operator. */
  readonly cause?: string;
}

export interface CallOwner {
  readonly requestId: string;
  readonly tenant: string;
  readonly token: string;
}

/** One call as the log and the audit table have it. */
export interface CallEntry extends CallOwner, Omit<CallFacts, "sql" | "answer"> {
  readonly fingerprint: string | undefined;
  readonly verdict: "ok" | "refused" | "failed";
  readonly bytes: number | undefined;
  readonly ms: number;
}

const refusals: ReadonlySet<string> = new Set<ErrorCode>(["sql_refused", "sql_syntax", "rate_limited"]);

function verdictOf(code: ErrorCode | undefined): CallEntry["verdict"] {
  if (code === undefined) return "ok";
  return refusals.has(code) ? "refused" : "failed";
}

/**
 * Follows one call from the edge to the end of its last piece of work, then writes its line. Whoever works on the call
 * retains the record; the first hold belongs to whoever made it.
 */
export class CallRecord {
  #holds = 0;
  #facts: CallFacts = {};
  readonly #owner: CallOwner;
  readonly #started = Date.now();
  readonly #releases: (() => void)[] = [];
  readonly #over = Promise.withResolvers<void>();
  #save: ((entry: CallEntry) => Promise<void>) | undefined;

  constructor(owner: CallOwner) {
    this.#owner = owner;
    // Keeps the invocation alive when the client has gone: whoever holds the record must still come to let go of it,
    // and cancelling the statement must get through.
    waitUntil(this.#over.promise);
  }

  note(facts: CallFacts): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** Runs the function as soon as the call is over. */
  onEnd(release: () => void): void {
    this.#releases.push(release);
  }

  /** Has the entry saved elsewhere as well. */
  alsoSave(save: (entry: CallEntry) => Promise<void>): void {
    this.#save = save;
  }

  retain(): () => void {
    let held = true;
    this.#holds += 1;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds > 0) return;
      for (const release of this.#releases.splice(0)) release();
      waitUntil(this.#write(Date.now() - this.#started));
      this.#over.resolve();
    };
  }

  async #write(ms: number): Promise<void> {
    const { sql, answer, ...facts } = this.#facts;
    const entry: CallEntry = {
      ...this.#owner,
      ...facts,
      fingerprint: sql === undefined ? undefined : await fingerprint(sql),
      verdict: verdictOf(facts.code),
      bytes: answer === undefined ? undefined : new TextEncoder().encode(answer).length,
      ms,
    };
    log("call", { ...entry });
    await this.#save?.(entry);
  }
}
