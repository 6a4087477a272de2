import { Refusal } from "../refusal.ts";

// Measured on PostgreSQL 18: 65,000 nodes take 0.5 s and 100 MB to plan, and each doubling doubles both.
const MAX_NODES = 40_000;
// Values shorter than this are what rows are made of; longer ones are added up.
const LONG_VALUE = 1_000;
const MAX_LONG_VALUES = 1_000_000;
const MAX_STEPS = 30_000;
// What lpad, repeat and their like may be asked for.
const MAX_SIZE = 10_000;

/** Adds up what a query would cost beyond the reach of statement_timeout, and refuses what is too much. */
export class Budget {
  /** Byte offset of the last place measured. */
  location = 0;
  #longValues = 0;
  #steps = 0;

  /** Counts a computed value of that many bytes. */
  addValue(name: string, bytes: number, location: number): void {
    if (bytes < LONG_VALUE) return;
    this.#longValues += bytes;
    if (!(this.#longValues <= MAX_LONG_VALUES)) this.refuseValue(name, location);
  }

  checkNodes(nodes: number): void {
    if (nodes <= MAX_NODES) return;
    throw new Refusal(
      "expansion",
      "query",
      "Each layer of this query repeats the one below it, so that PostgreSQL would expand it enormously.",
      "Compute what is used more than once in WITH name AS MATERIALIZED (...), and refer to that.",
      { byte: this.location },
    );
  }

  checkSize(name: string, size: number, location: number): void {
    if (!(size <= MAX_SIZE)) this.refuseValue(name, location);
  }

  refuseValue(name: string, location: number): never {
    throw new Refusal(
      "expansion",
      name,
      `${name} could build a very large value here.`,
      `Use sizes of at most ${MAX_SIZE}, written as numbers or bounded by LEAST(..., ${MAX_SIZE}).`,
      { byte: location },
    );
  }

  refuseCollection(name: string, most: number, location: number): never {
    throw new Refusal(
      "expansion",
      name,
      `${name} would collect a long text from every row, which could build a very large value.`,
      `Collect columns, or at most ${most} bytes of computed text per row; or return the rows themselves.`,
      { byte: location },
    );
  }

  /** Bounds the estimate itself: recursions within recursions are measured over and over. */
  addStep(): void {
    this.#steps += 1;
    if (this.#steps <= MAX_STEPS) return;
    throw new Refusal("complexity", "query", "The query is too complex.", "Split it into simpler queries.");
  }

  /** Measures once more without counting the values twice. */
  again<T>(measure: () => T): T {
    const before = this.#longValues;
    const result = measure();
    this.#longValues = before;
    return result;
  }
}
