import { once } from "node:events";

export type Write = (message: unknown) => Promise<void>;

/**
 * Writes each message as one line, and makes its writers wait for a reader that is slow, though not for one that is to
 * be left; `onGone` when there is none any more.
 */
export function lineWriter(output: NodeJS.WritableStream, left: AbortSignal, onGone: () => void): Write {
  let drained: Promise<unknown> | undefined;
  let isGone = false;
  output.on("error", () => {
    isGone = true;
    onGone();
  });
  return async (message) => {
    if (isGone || output.write(`${JSON.stringify(message)}\n`) || left.aborted) return;
    // One for all that wait; it fails with the stream, which the listener above has heard.
    drained ??= once(output, "drain", { signal: left })
      .catch(() => undefined)
      .finally(() => (drained = undefined));
    await drained;
  };
}
