/** The parts of a statement that find the rows of one leg. */
export interface LegText {
  /** WITH queries that its rows are taken from. */
  readonly before: readonly string[];
  /** A query for the rows, in the row shape, with their `score`. */
  readonly rows: string;
  /** Whether the lowest score is the best. */
  readonly isAscending: boolean;
  /** A query for one row that tells of the leg itself, its columns named as in `LegFacts`. */
  readonly facts?: string;
}

/** What a leg tells beside its rows. */
export interface LegFacts {
  /** Rows it looked at, or that matched. */
  readonly looked: number;
  /** Whether there are more, which it did not look at; null when there are none at all. */
  readonly more: boolean | null;
  /** Texts among them of which only the beginning was searched. */
  readonly long?: number;
  /** Arrays among them that have another number of elements than the vector, and that number, of the shortest. */
  readonly unfit?: number;
  readonly length?: number;
}
