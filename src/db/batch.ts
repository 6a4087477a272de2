import { neon } from "@neondatabase/serverless";
import type { BoundedFetchOptions } from "./bounded-fetch.ts";
import "./bounded-fetch.ts";
import { sqlUrl } from "./endpoint.ts";
import type { Session } from "./session.ts";
import { reading, type TransactionMode } from "./transaction-mode.ts";

// What one call may hold of an answer: an isolate has 128 MiB for all its calls.
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface Query {
  /** A literal of this layer, or the text of an approved statement. */
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** A result as Postgres wrote it: every value is text. */
export interface TextResult {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export const asText = { getTypeParser: () => (value: string | null) => value };

const open = (session: Session) => neon(session.connectionString, { arrayMode: true, fullResults: true });

function fetchOptionsOf(session: Session, signal: AbortSignal): { fetchOptions: BoundedFetchOptions } {
  return {
    fetchOptions: {
      signal,
      sqlUrl: session.endpoint === undefined ? undefined : sqlUrl(session.endpoint),
      maxBytes: MAX_ANSWER_BYTES,
    },
  };
}

/** Runs the queries in one transaction, READ ONLY unless told otherwise, in one round trip by the extended protocol. */
export async function runBatch(
  session: Session,
  queries: readonly Query[],
  signal: AbortSignal,
  { readOnly, isolation, deferrable }: TransactionMode = reading,
): Promise<readonly TextResult[]> {
  const sql = open(session);
  const results = await sql.transaction(
    queries.map(({ text, parameters }) => sql.query(text, [...parameters], { types: asText })),
    {
      readOnly,
      ...(isolation === undefined ? {} : { isolationLevel: isolation }),
      ...(deferrable === undefined ? {} : { deferrable }),
      arrayMode: true,
      fullResults: true,
      ...fetchOptionsOf(session, signal),
    },
  );
  return results;
}

/** Runs one statement outside any transaction, by the extended protocol. Nothing of the session's applies to it. */
export async function runAlone(session: Session, text: string, signal: AbortSignal): Promise<void> {
  await open(session).query(text, [], fetchOptionsOf(session, signal));
}
