import type { RowSet } from "../db/row-set.ts";
import type { Statement } from "../db/statement.ts";

/** Runs a statement of our own on the database in question. */
export type Read = (statement: Statement, parameters: readonly unknown[], maxRows: number) => Promise<RowSet>;
