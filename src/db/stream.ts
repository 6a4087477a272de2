import type { Query, TextResult } from "./batch.ts";
import { stopBackend } from "./cancel.ts";
import { databaseError } from "./database-error.ts";
import { prologueParameters, prologueText } from "./prologue.ts";
import { toJsonRow } from "./read.ts";
import { retryRead } from "./retry.ts";
import type { RowSet } from "./row-set.ts";
import { type Session, startDeadline, timeoutOf } from "./session.ts";
import { connectSocket, type SocketClient } from "./socket-client.ts";
import { cursorPrefix, type Statement } from "./statement.ts";
import { columnTypes } from "./user-types.ts";

export interface StreamOptions {
  /** The most rows to send in all. */
  readonly maxRows: number;
  readonly offset?: number;
  readonly timeoutMs?: number;
}

/** Postgres bounds each batch; their sum is bounded here. */
class StreamTimeout extends Error {
  readonly severity = "ERROR";
  readonly code = "57014";
}

const FIRST_BATCH_ROWS = 100;
const MAX_BATCH_ROWS = 5_000;
const BATCH_BYTES = 64 * 1024;

/**
 * Yields a statement's rows in batches from a cursor on a connection of its own. The next batch is asked for only when
 * the last one has been taken, so memory stays flat. The last batch says whether rows were left unread.
 */
export async function* streamRows(
  session: Session,
  statement: Statement,
  parameters: readonly unknown[],
  options: StreamOptions,
): AsyncGenerator<RowSet> {
  const timeoutMs = timeoutOf(session, options.timeoutMs);
  let client: SocketClient | undefined;
  let finished = false;
  try {
    client = await openCursor(session, cursorQueries(session, statement, parameters, timeoutMs, options), timeoutMs);
    yield* readBatches(session, client, timeoutMs, options.maxRows);
    finished = true;
  } catch (thrown) {
    throw databaseError(thrown, statement, session);
  } finally {
    client?.close();
    // Closing the socket does not reach a backend that is busy.
    if (!finished) stopBackend(session);
  }
}

function cursorQueries(
  session: Session,
  statement: Statement,
  parameters: readonly unknown[],
  timeoutMs: number,
  { offset = 0 }: StreamOptions,
): readonly Query[] {
  return [
    { text: "BEGIN READ ONLY", parameters: [] },
    { text: prologueText, parameters: prologueParameters(session, statement, timeoutMs) },
    { text: `${cursorPrefix}${statement.text}`, parameters },
    ...(offset === 0 ? [] : [{ text: `MOVE FORWARD ${String(offset)} IN postern_rows`, parameters: [] }]),
  ];
}

async function openCursor(session: Session, queries: readonly Query[], timeoutMs: number): Promise<SocketClient> {
  const { signal, clear } = startDeadline(session, timeoutMs);
  const open = async (): Promise<SocketClient> => {
    const client = await connectSocket(session, signal);
    for (const query of queries) await client.run(query, signal);
    return client;
  };
  try {
    return await retryRead(open, signal);
  } finally {
    clear();
  }
}

async function* readBatches(
  session: Session,
  client: SocketClient,
  timeoutMs: number,
  maxRows: number,
): AsyncGenerator<RowSet> {
  let size = Math.min(FIRST_BATCH_ROWS, maxRows);
  // The statement's time is that of all its batches together, not counting how long the client takes over them.
  let leftMs = timeoutMs;
  for (let sent = 0; ; ) {
    const wanted = Math.min(size, maxRows - sent);
    const last = sent + wanted === maxRows;
    // The row behind the last wanted one tells whether there are more.
    const count = last ? wanted + 1 : wanted;
    const started = Date.now();
    const result = await fetchRows(session, client, leftMs, count);
    leftMs -= Date.now() - started;
    if (leftMs <= 0) throw new StreamTimeout();
    const types = await columnTypes(session, result.fields, session.signal);
    const rows = result.rows.slice(0, wanted);
    sent += rows.length;
    yield {
      columns: result.fields.map((field, index) => ({ name: field.name, type: types[index]?.name ?? "" })),
      rows: rows.map((row) => toJsonRow(row, types)),
      truncated: result.rows.length > wanted,
    };
    if (result.rows.length < count || last) return;
    size = nextBatchSize(result.rows);
  }
}

async function fetchRows(
  session: Session,
  client: SocketClient,
  timeoutMs: number,
  count: number,
): Promise<TextResult> {
  const { signal, clear } = startDeadline(session, timeoutMs);
  try {
    return await client.run({ text: `FETCH FORWARD ${String(count)} FROM postern_rows`, parameters: [] }, signal);
  } finally {
    clear();
  }
}

function nextBatchSize(rows: readonly (readonly (string | null)[])[]): number {
  const bytes = rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + (cell?.length ?? 4), 0), 0);
  const average = Math.max(1, bytes / Math.max(1, rows.length));
  return Math.max(1, Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / average)));
}
