import { neon } from "@neondatabase/serverless";
import { databaseError } from "./database-error.ts";
import { useLocalProxy } from "./endpoint.ts";
import type { RowSet } from "./row-set.ts";
import { cursorPrefix, type Statement } from "./statement.ts";
import { toJsonValue, typeName } from "./value.ts";

export interface ReadSettings {
  readonly connectionString: string;
  readonly localProxy: string | undefined;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly userId: string;
  readonly tenantId: string;
  readonly userEmail: string;
  readonly signal: AbortSignal;
}

export type Reader = (statement: Statement, parameters: readonly unknown[], maxRows: number) => Promise<RowSet>;

// Being a SELECT, it takes the snapshot: from here on the transaction cannot be made READ WRITE again.
const prologue = `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
  set_config('auth.user_id', $3, true), set_config('auth.tenant_id', $4, true), set_config('auth.user_email', $5, true),
  set_config('application_name', 'postern', true), set_config('standard_conforming_strings', 'on', true)`;

const asText = { getTypeParser: () => (value: string | null) => value };

/** A reader that runs each statement in its own READ ONLY transaction, in one round trip. */
export function createReader(settings: ReadSettings): Reader {
  if (settings.localProxy !== undefined) useLocalProxy(settings.localProxy);
  const sql = neon(settings.connectionString, { arrayMode: true, fullResults: true });
  return async (statement, parameters, maxRows) => {
    const fetchOptions = { signal: settings.signal };
    const opening = sql.query(prologue, [
      String(settings.statementTimeoutMs),
      String(settings.lockTimeoutMs),
      settings.userId,
      settings.tenantId,
      settings.userEmail,
    ]);
    const body =
      statement.kind === "rows"
        ? [
            sql.query(`${cursorPrefix}${statement.text}`, [...parameters]),
            sql.query(`FETCH ${String(maxRows + 1)} FROM postern_rows`, [], { types: asText }),
          ]
        : [sql.query(statement.text, [...parameters], { types: asText })];
    const results = await sql
      .transaction([opening, ...body], { readOnly: true, arrayMode: true, fullResults: true, fetchOptions })
      .catch((thrown: unknown) => {
        throw databaseError(thrown, statement, settings.signal);
      });
    return toRowSet(results.at(-1), maxRows);
  };
}

interface TextResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly unknown[];
}

function toRowSet(result: TextResult | undefined, maxRows: number): RowSet {
  const fields = result?.fields ?? [];
  const all = (result?.rows ?? []) as readonly (readonly (string | null)[])[];
  return {
    columns: fields.map((field) => ({ name: field.name, type: typeName(field.dataTypeID) })),
    rows: all
      .slice(0, maxRows)
      .map((row) => row.map((text, index) => toJsonValue(text, fields[index]?.dataTypeID ?? 0))),
    truncated: all.length > maxRows,
  };
}
