import pg from "pg";
import { commitProblems, unmetExpectations } from "./check-answer.ts";
import { explainFailure, type HandlerFailure } from "./explain-failure.ts";
import type { SqlFile } from "./sql-file.ts";
import type { Caller, PlannedCall } from "./test-plan.ts";

/** What the pack asks a gateway to open for a request. */
export interface TransactionPolicy {
  readonly isolation: "read committed" | "repeatable read" | "serializable";
  readonly readOnly: boolean;
}

export interface CallSettings {
  readonly file: SqlFile;
  readonly timeoutMs: number;
  /** The role to call as; undefined is the role of the session. */
  readonly role: string | undefined;
}

export interface CallReport {
  readonly line: number;
  readonly method: string;
  readonly params: unknown;
  readonly caller: Caller;
  readonly transaction: TransactionPolicy | undefined;
  /** Undefined when Postgres ended the call; null when there is nothing to send. */
  readonly envelope: unknown;
  /** The envelope for people, every number as Postgres writes it. */
  readonly shown: string | undefined;
  /** What the handler raised, of which its caller only learns that it failed. */
  readonly failure: HandlerFailure | undefined;
  readonly notices: readonly string[];
  /** Why the call did not go as the file expects; none when it did. */
  readonly problems: readonly string[];
}

type Notice = Partial<Record<"severity" | "routine" | "message", string | undefined>>;
type Answer = Omit<CallReport, "line" | "method" | "params" | "caller">;

const POLICY = `SELECT transaction_isolation AS isolation, transaction_read_only AS "readOnly"
  FROM api.mcp_request_policy($1::jsonb)`;
const CALL = `SELECT r.envelope::text AS envelope, pg_catalog.jsonb_pretty(r.envelope) AS shown
  FROM api.mcp_handle_request($1::jsonb, $2::jsonb) r`;
const SETTINGS = `SELECT pg_catalog.set_config('statement_timeout', $1, true),
  pg_catalog.set_config('client_min_messages', 'log', true)`;
/** What the dispatcher logs when a handler raises or returns what it may not. */
const LOGGED_FAILURE = /^MCP handler \S+ failed: ([^]*)$/;
const QUERY_CANCELED = "57014";
const INSUFFICIENT_PRIVILEGE = "42501";

function requestOf({ method, params }: PlannedCall): string {
  return `{"jsonrpc": "2.0", "id": 1, "method": ${JSON.stringify(method)}${params === undefined ? "" : `, "params": ${params}`}}`;
}

async function useRole(client: pg.Client, role: string | undefined): Promise<void> {
  if (role !== undefined) await client.query(`SET LOCAL ROLE ${pg.escapeIdentifier(role)}`);
}

/** Does the work and undoes all of it, settings and READ ONLY too. */
async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("SAVEPOINT call");
  try {
    return await work();
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT call");
    await client.query("RELEASE SAVEPOINT call");
  }
}

async function askPolicy(client: pg.Client, call: PlannedCall): Promise<TransactionPolicy> {
  const { rows } = await client.query<TransactionPolicy>(POLICY, [requestOf(call)]);
  if (rows[0] === undefined) throw new Error("api.mcp_request_policy returned no row");
  return rows[0];
}

/** Which transaction a gateway would open for the call; undefined when it cannot be told, as the call will report. */
export async function policyFor(
  client: pg.Client,
  call: PlannedCall,
  role: string | undefined,
): Promise<TransactionPolicy | undefined> {
  try {
    return await undone(client, async () => {
      await useRole(client, role);
      return askPolicy(client, call);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError) return undefined;
    throw error;
  }
}

async function answer(
  client: pg.Client,
  call: PlannedCall,
  policy: TransactionPolicy | undefined,
  settings: CallSettings,
  heard: readonly string[],
): Promise<Answer> {
  await client.query(SETTINGS, [String(settings.timeoutMs)]);
  await useRole(client, settings.role);
  const transaction = policy ?? (await askPolicy(client, call));
  if (transaction.readOnly) await client.query("SET TRANSACTION READ ONLY");
  const context = call.caller === null ? null : JSON.stringify(call.caller);
  type Row = { readonly envelope: string | null; readonly shown: string | null };
  const { rows } = await client.query<Row>(CALL, [requestOf(call), context]);
  const { envelope = null, shown = null } = rows[0] ?? {};
  const notices = heard.filter((notice) => !LOGGED_FAILURE.test(notice));
  const raised = heard.map((notice) => LOGGED_FAILURE.exec(notice)?.[1]).find((reason) => reason !== undefined);
  const failure = raised === undefined ? undefined : await explainFailure(client, call, settings.file, raised);
  const problems = [...(await unmetExpectations(client, call, envelope ?? "null")), ...(await commitProblems(client))];
  const told = JSON.parse(envelope ?? "null") as unknown;
  return { transaction, envelope: told, shown: shown ?? undefined, failure, notices, problems };
}

function describeEnd(error: pg.DatabaseError, { timeoutMs, role }: CallSettings): string {
  const { code, message } = error;
  if (code === QUERY_CANCELED) return `it took longer than ${String(timeoutMs)} ms: ${message}`;
  if (code === INSUFFICIENT_PRIVILEGE && role !== undefined)
    return `${message}; give ${role} the use of handlers with handlers install --grant-to`;
  return `Postgres ended it: ${message} (${code ?? "no code"})`;
}

/**
 * Makes one call as a gateway would, in the caller's transaction, and undoes whatever it did. The policy is that of
 * policyFor: where it could not be told, the same failure ends the call.
 */
export async function makeCall(
  client: pg.Client,
  call: PlannedCall,
  policy: TransactionPolicy | undefined,
  settings: CallSettings,
): Promise<CallReport> {
  const heard: string[] = [];
  const listen = ({ severity, routine, message = "" }: Notice) => {
    // A server that logs statements would send these too.
    if (severity !== "LOG" || routine === "exec_stmt_raise") heard.push(message);
  };
  client.on("notice", listen);
  const { line, method, params, caller } = call;
  const asked = { line, method, params: params === undefined ? undefined : (JSON.parse(params) as unknown), caller };
  try {
    return { ...asked, ...(await undone(client, () => answer(client, call, policy, settings, heard))) };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const ended = { transaction: policy, envelope: undefined, shown: undefined, failure: undefined };
    return { ...asked, ...ended, notices: heard, problems: [describeEnd(error, settings)] };
  } finally {
    client.off("notice", listen);
  }
}
