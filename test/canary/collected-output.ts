import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export interface Output {
  /** Who printed it, and for which test file. */
  readonly source: string;
  readonly text: string;
}

/** What each source has printed, joined, so that nothing hides in the gap between two writes. */
export class CollectedOutput {
  readonly #texts = new Map<string, string>();

  add({ source, text }: Output): void {
    this.#texts.set(source, (this.#texts.get(source) ?? "") + text);
  }

  /** Sees what is written to a stream of this process, and lets it pass. */
  watch(stream: NodeJS.WriteStream, source: string): void {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      this.add({ source, text: typeof chunk === "string" ? chunk : Buffer.from(chunk).toString() });
      return write(chunk, ...rest);
    };
  }

  /** Adds what `recordOutput` has left in the folder. */
  async addRecorded(folder: string): Promise<void> {
    for (const name of await readdir(folder)) {
      const lines = (await readFile(path.join(folder, name), "utf8")).split("\n");
      for (const line of lines) if (line !== "") this.add(JSON.parse(line) as Output);
    }
  }

  /** Everything since the last call. */
  take(): readonly Output[] {
    const outputs = [...this.#texts].map(([source, text]) => ({ source, text }));
    this.#texts.clear();
    return outputs;
  }
}
