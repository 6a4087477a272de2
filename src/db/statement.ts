export type StatementKind = "rows" | "utility";

/** What precedes a `rows` statement on the wire; error positions are counted from behind it. */
export const cursorPrefix = "DECLARE postern_rows NO SCROLL CURSOR FOR ";

export interface RelationName {
  readonly schema?: string;
  readonly name: string;
}

/** What the guard learned about the statement while reading it. */
export interface StatementFacts {
  /** Whether the outermost query has an ORDER BY, so that its pages are stable. */
  readonly ordered: boolean;
  /** Tables and views it names, WITH queries left out. */
  readonly relations: readonly RelationName[];
  /** Servers older than this (as in `server_version_num`) would read the same text differently; 0 when none would. */
  readonly minServerVersion: number;
  /** Ours: its names mean the catalogue's, whatever the caller's search path holds. */
  readonly isOwn?: true;
}

declare const brand: unique symbol;

/** SQL text that the guard has passed. The database layer takes nothing else, so unguarded text does not compile. */
export interface Statement extends StatementFacts {
  readonly text: string;
  /** `rows` can be read through a cursor; `utility` (EXPLAIN, SHOW) cannot. */
  readonly kind: StatementKind;
  readonly [brand]: true;
}

/** Brands text as passed. Only src/sql may import this. */
export function approve(text: string, kind: StatementKind, facts: StatementFacts): Statement {
  return { text, kind, ...facts } as Statement;
}

declare const changeBrand: unique symbol;

/** One change of the configuration, composed and read back by src/sql. */
export interface ConfigurationChange {
  readonly text: string;
  /** Whether it may run in a transaction, so behind the prologue; ALTER SYSTEM may not. */
  readonly isTransactional: boolean;
  readonly [changeBrand]: true;
}

/** Brands a change as composed. Only src/sql may import this. */
export function approveChange(text: string, isTransactional: boolean): ConfigurationChange {
  return { text, isTransactional } as ConfigurationChange;
}
