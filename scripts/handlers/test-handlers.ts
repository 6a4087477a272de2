import type pg from "pg";
import { AppError } from "../../src/errors.ts";
import { type CallReport, type CallSettings, makeCall, policyFor, type TransactionPolicy } from "./make-call.ts";
import { ensurePackForTest, type TestedPack } from "./pack-for-test.ts";
import { checkDeferred, prepareTransaction, runStatements } from "./run-statements.ts";
import type { SqlFile } from "./sql-file.ts";
import { splitStatements, type SqlStatement } from "./split-statements.ts";
import { type PlannedCall, readTestPlan, type TestPlan } from "./test-plan.ts";

export interface TestOptions {
  /** How long a call may take. */
  readonly timeoutMs: number;
  /** The role to call as; undefined is the role of the session. */
  readonly role?: string | undefined;
}

export interface TestReport {
  readonly file: string;
  readonly pack: TestedPack;
  readonly statements: number;
  readonly calls: readonly CallReport[];
  readonly passed: boolean;
}

type Isolation = TransactionPolicy["isolation"];
type Run = { readonly pack: TestedPack; readonly calls: readonly CallReport[] } | { readonly needed: Isolation };

const ISOLATIONS: readonly Isolation[] = ["read committed", "repeatable read", "serializable"];
const strongest = (levels: readonly Isolation[]): Isolation =>
  ISOLATIONS.findLast((level) => levels.includes(level)) ?? "read committed";

async function rolledBack<T>(client: pg.Client, isolation: Isolation, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN ISOLATION LEVEL ${isolation} READ WRITE`);
  try {
    await prepareTransaction(client);
    return await work();
  } finally {
    await client.query("ROLLBACK");
  }
}

async function requireRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_catalog.pg_roles WHERE rolname = $1", [role]);
  if (rows.length === 0)
    throw new AppError("not_found", `There is no role ${JSON.stringify(role)}.`, {
      next: "Give the role of the tenant's connection, or leave --role out.",
    });
}

async function run(
  client: pg.Client,
  statements: readonly SqlStatement[],
  { given, calls }: TestPlan,
  settings: CallSettings & { readonly isolation: Isolation },
): Promise<Run> {
  const { file, role, isolation } = settings;
  if (role !== undefined) await requireRole(client, role);
  const pack = await ensurePackForTest(client);
  await runStatements(client, file, statements);
  await client.query("SAVEPOINT constraints");
  await checkDeferred(client);
  await client.query("ROLLBACK TO SAVEPOINT constraints");
  await runStatements(client, file, given);
  if (pack === "temporary" && role !== undefined) await client.query("SELECT api.grant_mcp_use($1)", [role]);
  const planned: { readonly call: PlannedCall; readonly policy: TransactionPolicy | undefined }[] = [];
  for (const call of calls) planned.push({ call, policy: await policyFor(client, call, role) });
  const needed = strongest([isolation, ...planned.map(({ policy }) => policy?.isolation ?? isolation)]);
  if (needed !== isolation) return { needed };
  const reports: CallReport[] = [];
  for (const { call, policy } of planned) reports.push(await makeCall(client, call, policy, settings));
  return { pack, calls: reports };
}

/**
 * Runs a file and its calls in one transaction, each call under READ ONLY and at least the isolation level that a
 * gateway would open for it, and rolls everything back. The level has to be known before the transaction begins and is
 * told by what the file registers, so a file that asks for more than the usual is run a second time.
 */
export async function testHandlers(client: pg.Client, file: SqlFile, options: TestOptions): Promise<TestReport> {
  const statements = await splitStatements(file);
  const plan = await readTestPlan(file);
  const settings = { file, timeoutMs: options.timeoutMs, role: options.role };
  const attempt = (isolation: Isolation): Promise<Run> =>
    rolledBack(client, isolation, () => run(client, statements, plan, { ...settings, isolation }));
  let done = await attempt("read committed");
  if ("needed" in done) done = await attempt(done.needed);
  if ("needed" in done) throw new Error(`The file asks for ${done.needed} only when it is run again`);
  const { pack, calls } = done;
  const passed = calls.every(({ problems }) => problems.length === 0);
  return { file: file.path, pack, statements: statements.length, calls, passed };
}
