export type StatementKind = "rows" | "utility";

/** What precedes a `rows` statement on the wire; error positions are counted from behind it. */
export const cursorPrefix = "DECLARE postern_rows NO SCROLL CURSOR FOR ";

declare const brand: unique symbol;

/** SQL text that the guard has passed. The database layer takes nothing else, so unguarded text does not compile. */
export interface Statement {
  readonly text: string;
  /** `rows` can be read through a cursor; `utility` (EXPLAIN, SHOW) cannot. */
  readonly kind: StatementKind;
  readonly [brand]: true;
}

/** Brands text as passed. Only src/sql may import this. */
export function approve(text: string, kind: StatementKind): Statement {
  return { text, kind } as Statement;
}
