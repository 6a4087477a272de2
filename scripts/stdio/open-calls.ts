import type { ClientMessage } from "./client-message.ts";

export interface OpenCall {
  readonly message: ClientMessage;
  readonly controller: AbortController;
  /** Nobody waits for its answer any more. */
  isCancelled: boolean;
}

const keyOf = (id: unknown): string => JSON.stringify(id);

/** The messages of one client that are being served. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();
  readonly #ended = new Map<OpenCall, Promise<void>>();

  /** Serves a message until the promise is settled; it must not reject. */
  run(message: ClientMessage, serve: (call: OpenCall) => Promise<void>): void {
    const call = { message, controller: new AbortController(), isCancelled: false };
    this.#open.add(call);
    const ended = serve(call).finally(() => {
      this.#open.delete(call);
      this.#ended.delete(call);
    });
    this.#ended.set(call, ended);
  }

  find(id: unknown): OpenCall | undefined {
    return [...this.#open].find(({ message }) => message.id !== undefined && keyOf(message.id) === keyOf(id));
  }

  abort(reason: Error, isMeant: (call: OpenCall) => boolean = () => true): void {
    for (const call of this.#open) if (isMeant(call)) call.controller.abort(reason);
  }

  async untilEnded(): Promise<void> {
    await Promise.all(this.#ended.values());
  }
}
