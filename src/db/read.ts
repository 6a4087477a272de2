import { runBatch, type Query, type TextResult } from "./batch.ts";
import { stopBackend } from "./cancel.ts";
import { databaseError } from "./database-error.ts";
import { toJsonValue, type ValueType } from "./json-value.ts";
import { prologueParameters, prologueText } from "./prologue.ts";
import { retryRead } from "./retry.ts";
import type { RowSet } from "./row-set.ts";
import { type Session, startDeadline, timeoutOf } from "./session.ts";
import { cursorPrefix, type Statement } from "./statement.ts";
import { columnTypes } from "./user-types.ts";

export interface ReadOptions {
  readonly maxRows: number;
  /** Rows to skip first. */
  readonly offset?: number;
  /** Never more than the session's own. */
  readonly timeoutMs?: number;
}

/** Runs one statement in its own READ ONLY transaction, in one round trip. */
export async function readRows(
  session: Session,
  statement: Statement,
  parameters: readonly unknown[],
  options: ReadOptions,
): Promise<RowSet> {
  const timeoutMs = timeoutOf(session, options.timeoutMs);
  const deadline = startDeadline(session, timeoutMs);
  const { signal } = deadline;
  const queries = [
    { text: prologueText, parameters: prologueParameters(session, statement, timeoutMs) },
    ...bodyOf(statement, parameters, options),
  ];
  try {
    const results = await retryRead(() => runBatch(session, queries, signal), signal);
    const result = results.at(-1) ?? { fields: [], rows: [] };
    const types = await columnTypes(session, result.fields, signal);
    return toRowSet(result, types, statement.kind === "rows" ? 0 : (options.offset ?? 0), options.maxRows);
  } catch (thrown) {
    if (signal.aborted) stopBackend(session);
    throw databaseError(thrown, statement, session);
  } finally {
    deadline.clear();
  }
}

function bodyOf(statement: Statement, parameters: readonly unknown[], options: ReadOptions): readonly Query[] {
  if (statement.kind === "utility") return [{ text: statement.text, parameters }];
  const { offset = 0, maxRows } = options;
  return [
    { text: `${cursorPrefix}${statement.text}`, parameters },
    ...(offset === 0 ? [] : [{ text: `MOVE FORWARD ${String(offset)} IN postern_rows`, parameters: [] }]),
    // One row more than wanted tells whether there are more.
    { text: `FETCH FORWARD ${String(maxRows + 1)} FROM postern_rows`, parameters: [] },
  ];
}

function toRowSet(result: TextResult, types: readonly ValueType[], skip: number, maxRows: number): RowSet {
  return {
    columns: result.fields.map((field, index) => ({ name: field.name, type: types[index]?.name ?? "" })),
    rows: result.rows.slice(skip, skip + maxRows).map((row) => toJsonRow(row, types)),
    truncated: result.rows.length > skip + maxRows,
  };
}

export function toJsonRow(row: readonly (string | null)[], types: readonly ValueType[]): RowSet["rows"][number] {
  return row.map((text, index) => toJsonValue(text, types[index] ?? { name: "text" }));
}
