import { AppError } from "../errors.ts";
import { runBatch } from "./batch.ts";
import ownerText from "./exchange-owner.sql";
import { prologueParameters, prologueText } from "./prologue.ts";
import { sqlstateOf } from "./retry.ts";
import type { Session } from "./session.ts";
import { writing } from "./transaction-mode.ts";

/** One call as it is kept in api.mcp_exchange, a table of the handler pack that also stands alone. */
export interface ExchangeRow {
  readonly requestId: string;
  readonly tenant: string;
  readonly token: string;
  readonly user: string;
  readonly method?: string;
  readonly name?: string;
  readonly fingerprint: string | undefined;
  readonly verdict: string;
  readonly code?: string;
  readonly sqlstate?: string;
  readonly rows?: number;
  readonly bytes: number | undefined;
  readonly ms: number;
}

const insert = `
INSERT INTO api.mcp_exchange (source, request_id, tenant_id, token_id, user_id, method, mcp_type, mcp_name, fingerprint,
  verdict, error_code, sqlstate, rows, bytes, duration_ms)
VALUES ('gateway', $1, $2, $3, $4, $5, pg_catalog.split_part($5, '/', 1), $6, $7, $8, $9, $10, $11, $12, $13)`;

const INSERT_TIMEOUT_MS = 5_000;

/** Writes as the caller's role, under the same identity as the call itself. */
export async function insertExchange(session: Session, row: ExchangeRow): Promise<void> {
  try {
    await insertRow(session, row);
  } catch (cause) {
    const sqlstate = sqlstateOf(cause);
    throw new AppError("sql_error", "The call could not be saved in api.mcp_exchange.", {
      ...(sqlstate === undefined ? {} : { sqlstate }),
      cause,
    });
  }
}

async function insertRow(session: Session, row: ExchangeRow): Promise<void> {
  const statement = { minServerVersion: 0, isOwn: true } as const;
  const parameters = [
    row.requestId,
    row.tenant,
    row.token,
    row.user,
    row.method,
    row.name,
    row.fingerprint,
    row.verdict,
    row.code,
    row.sqlstate,
    row.rows,
    row.bytes,
    row.ms,
  ].map((value) => value ?? null);
  await runBatch(
    session,
    [
      { text: prologueText, parameters: prologueParameters(session, statement, INSERT_TIMEOUT_MS) },
      { text: ownerText, parameters: [] },
      { text: insert, parameters },
    ],
    // Not the call's own signal: a client that has gone leaves its row all the same.
    AbortSignal.timeout(INSERT_TIMEOUT_MS),
    writing,
  );
}
