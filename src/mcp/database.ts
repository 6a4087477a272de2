import { explainFailure } from "../catalog/explain-failure.ts";
import type { Read } from "../catalog/read.ts";
import type { Database } from "../context.ts";
import { callStatement } from "../db/call.ts";
import { applyChange } from "../db/change.ts";
import { listenForNotices } from "../db/listen.ts";
import { readRows } from "../db/read.ts";
import type { Session } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";
import { streamRows } from "../db/stream.ts";
import { AppError } from "../errors.ts";
import { composeChange } from "../sql/configuration/compose-change.ts";
import { guard } from "../sql/guard.ts";
import { withExcerpt } from "../sql/excerpt.ts";
import type { Connection, TenantPolicy } from "../tenants/records.ts";
import type { CallRecord } from "./call-record.ts";

/** Joins the guard and the driver for one connection; failures of the caller's SQL leave with all that helps to mend it. */
export function openDatabase(
  connection: Connection,
  policy: TenantPolicy,
  openSession: () => Promise<Session>,
  record: Pick<CallRecord, "note">,
): Database {
  let session: Promise<Session> | undefined;
  const current = (): Promise<Session> => (session ??= openSession());
  const read: Read = async (statement, parameters, maxRows) => {
    record.note({ connection: connection.id });
    return await readRows(await current(), statement, parameters, { maxRows });
  };
  const explain = async (thrown: unknown, sql: string, statement: Statement | undefined): Promise<unknown> => {
    if (!(thrown instanceof AppError)) return thrown;
    return withExcerpt(statement === undefined ? thrown : await explainFailure(thrown, statement, policy, read), sql);
  };
  const { sealed: _, ...shown } = connection;
  return {
    connection: shown,
    read,
    listen: async (onNotice, until) => await listenForNotices(await current(), onNotice, until),
    async configure(change) {
      const composed = await composeChange(change);
      record.note({ sql: composed.text, connection: connection.id });
      await applyChange(await current(), composed);
      return composed.text;
    },
    async call(statement, parameters, mode) {
      record.note({ connection: connection.id });
      return await callStatement(await current(), statement, parameters, mode);
    },
    async query(sql, parameters, options) {
      let statement: Statement | undefined;
      record.note({ sql, connection: connection.id });
      try {
        statement = await guard(sql, policy);
        return { ...(await readRows(await current(), statement, parameters, options)), ordered: statement.ordered };
      } catch (thrown) {
        throw await explain(thrown, sql, statement);
      }
    },
    async *stream(sql, parameters, options) {
      let statement: Statement | undefined;
      record.note({ sql, connection: connection.id });
      try {
        statement = await guard(sql, policy);
        const { ordered } = statement;
        if (statement.kind === "utility") {
          yield { ...(await readRows(await current(), statement, parameters, options)), ordered };
          return;
        }
        const batches = streamRows(await current(), statement, parameters, options);
        for await (const batch of batches) yield { ...batch, ordered };
      } catch (thrown) {
        throw await explain(thrown, sql, statement);
      }
    },
  };
}
