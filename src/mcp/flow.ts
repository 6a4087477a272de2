/** Keeps whoever sends messages from running ahead of the client that reads them. */
export class Flow {
  #unread = 0;
  #waiting: (() => void)[] = [];
  #closed = false;
  readonly #maxUnread: number;

  constructor(maxUnread = 2) {
    this.#maxUnread = maxUnread;
  }

  /** To be called for each message sent; resolves once few enough are unread. */
  async sent(): Promise<void> {
    this.#unread += 1;
    if (this.#closed || this.#unread <= this.#maxUnread) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** To be called for each message the client has taken. */
  taken(): void {
    this.#unread = Math.max(0, this.#unread - 1);
    if (this.#unread <= this.#maxUnread) this.#resume();
  }

  /** Holds nobody back any more: the client has gone, and its signal tells senders so. */
  close(): void {
    this.#closed = true;
    this.#resume();
  }

  #resume(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
