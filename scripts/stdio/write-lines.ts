import { once } from "node:events";

export type Write = (message: unknown) => Promise<void>;

/** Writes each message as one line, and makes its writers wait for a reader that is slow; `onGone` when there is none. */
export function lineWriter(output: NodeJS.WritableStream, onGone: () => void): Write {
  let drained: Promise<unknown> | undefined;
  let isGone = false;
  output.on("error", () => {
    isGone = true;
    onGone();
  });
  return async (message) => {
    if (isGone || output.write(`${JSON.stringify(message)}\n`)) return;
    // One for all that wait; it fails with the stream, which the listener above has heard.
    drained ??= once(output, "drain")
      .catch(() => undefined)
      .finally(() => (drained = undefined));
    await drained;
  };
}
