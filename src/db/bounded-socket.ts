import { AnswerTooLarge } from "./bounded-fetch.ts";

/** The driver's WebSocket with a budget of bytes, renewed for each batch, and a way to cut it. */
export class BoundedSocket {
  #left: number;
  #socket: WebSocket | undefined;
  /** Set when the budget was exceeded and the socket cut. */
  overflow: AnswerTooLarge | undefined;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#left = maxBytes;
  }

  /** What the driver constructs in place of WebSocket. */
  constructorForDriver(): typeof WebSocket {
    const open = (url: string): WebSocket => this.#open(url);
    // A constructor that returns an object makes `new` yield that object.
    return function DriverSocket(url: string) {
      return open(url);
    } as unknown as typeof WebSocket;
  }

  renewBudget(): void {
    this.#left = this.#maxBytes;
  }

  cut(): void {
    this.#socket?.close();
  }

  #open(url: string): WebSocket {
    const socket = new WebSocket(url);
    socket.addEventListener("message", ({ data }) => {
      this.#left -= data instanceof ArrayBuffer ? data.byteLength : String(data).length;
      if (this.#left >= 0 || this.overflow !== undefined) return;
      this.overflow = new AnswerTooLarge(this.#maxBytes);
      socket.close();
    });
    this.#socket = socket;
    return socket;
  }
}
