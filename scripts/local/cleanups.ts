type Undo = () => Promise<void> | void;

/** What a start has to undo, last first, when it is stopped and when one of its steps fails. */
export class Cleanups {
  readonly #undos: Undo[] = [];

  add(undo: Undo): void {
    this.#undos.push(undo);
  }

  async run(): Promise<void> {
    for (const undo of this.#undos.splice(0).toReversed()) {
      try {
        await undo();
      } catch (error) {
        // One part that will not stop must not keep the others running.
        console.error(`While stopping: ${String(error)}`);
      }
    }
  }
}
