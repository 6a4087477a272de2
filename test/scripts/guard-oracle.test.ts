import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { loadModule } from "libpg-query";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { guardAccepts } from "./guard-accepts.ts";
import { loadGuard, type LoadedGuard } from "../../scripts/guard/load-guard.ts";
import { mutateSql } from "./mutate-sql.ts";
import { StateOracle } from "./state-oracle.ts";

// Printed with a failure; another number tries other statements.
const seed = Number(process.env["FUZZ_SEED"] ?? "20261118");
const policy = { allowCatalog: true, allowedFunctions: [] };

interface CorpusEntry {
  readonly sql: string;
  readonly expect: string;
}

let loaded: LoadedGuard;
let oracle: StateOracle;

beforeAll(async () => {
  await loadModule();
  loaded = await loadGuard();
  oracle = await StateOracle.open(inject("postgresUrl"));
});

afterAll(async () => {
  await oracle.close();
});

async function readCorpus(...names: readonly string[]): Promise<readonly CorpusEntry[]> {
  const texts = await Promise.all(names.map((name) => readFile(`test/corpus/${name}.jsonl`, "utf8")));
  return texts.flatMap((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as CorpusEntry),
  );
}

const isAccepted = (sql: string): Promise<boolean> => guardAccepts(loaded, sql, policy);

/** Runs those of the statements that the guard accepts, and expects that nothing has changed. */
async function expectHarmless(statements: readonly string[]): Promise<{ accepted: number; failed: readonly string[] }> {
  const failed: string[] = [];
  let accepted = 0;
  for (const sql of statements) {
    if (!(await isAccepted(sql))) continue;
    accepted += 1;
    const { error, changes } = await oracle.run(sql, sql.includes("$1") ? 1 : 0);
    expect(changes, `${sql} (seed ${String(seed)})`).toEqual([]);
    if (error !== undefined) failed.push(`${sql}: ${error}`);
    if (accepted % 50 === 0) expect(await oracle.changes(), `one of the 50 up to ${sql}`).toEqual([]);
  }
  expect(await oracle.changes(), `one of the last, up to ${String(statements.at(-1))}`).toEqual([]);
  return { accepted, failed };
}

test("the oracle reports what statements change that the guard refuses", async () => {
  const violations: readonly (readonly [sql: string, inside: string[], after: string[]])[] = [
    ["SELECT set_config('work_mem', '5MB', false)", [], ["settings"]],
    ["SELECT set_config('app.secret', 'x', false)", [], ["custom settings"]],
    ["SELECT pg_advisory_xact_lock(1)", ["locks"], []],
    ["SELECT txid_current()", ["xid", "locks"], []],
    ["SELECT nextval('seq1')", ["xid", "locks"], ["sequence seq1"]],
    ["WITH i AS (INSERT INTO t VALUES (2) RETURNING id) SELECT * FROM i", ["xid", "locks"], ["rows of t"]],
    ["SELECT * FROM tree FOR UPDATE", ["xid", "locks"], []],
    ["SELECT lo_create(0)", ["xid", "locks"], ["rows of pg_largeobject_metadata", "large objects"]],
    ["LISTEN x", [], ["channels"]],
    ["PREPARE q AS SELECT 1", [], ["prepared statements"]],
    ["DECLARE c CURSOR WITH HOLD FOR SELECT 1", [], ["cursors"]],
    ["SELECT pg_create_physical_replication_slot('oracle')", [], ["replication slots"]],
    ["SELECT pg_drop_replication_slot('oracle')", [], ["replication slots"]],
    // The last, because its lock stays to the end of the session.
    ["SELECT pg_advisory_lock(1)", ["locks"], ["locks"]],
  ];
  const own = await StateOracle.open(inject("postgresUrl"));
  onTestFinished(() => own.close());
  for (const [sql, inside, after] of violations) {
    expect(await isAccepted(sql), sql).toBe(false);
    expect((await own.run(sql, 0)).changes, sql).toEqual(inside);
    expect(await own.changes(), sql).toEqual(after);
  }
  expect(await own.changes()).toEqual([]);
});

test("no statement of the corpora that the guard accepts changes anything", async () => {
  const entries = await readCorpus("attacks", "more-attacks", "benign", "more-benign");
  const { accepted } = await expectHarmless(entries.map((entry) => entry.sql));
  expect(accepted).toBeGreaterThan(220);
});

test("every harmless query of our own runs on a real database", async () => {
  const entries = await readCorpus("more-benign");
  const { accepted, failed } = await expectHarmless(entries.map((entry) => entry.sql));
  expect(failed).toEqual([]);
  expect(accepted).toBe(entries.length);
});

test("no built-in function that the guard allows changes anything", async () => {
  const calls = await oracle.ask<{ name: string; sql: string }>(
    await readFile("test/scripts/sample-calls.sql", "utf8"),
  );
  const { accepted, failed } = await expectHarmless(calls.map((call) => call.sql));
  expect(accepted).toBeGreaterThan(2_500);
  // Calls that fail prove less, so most must run.
  expect(failed.length).toBeLessThan(accepted / 5);
}, 60_000);

test("no random variant of the harmless queries changes anything", async () => {
  const entries = await readCorpus("benign", "more-benign");
  const decisions = fc.array(fc.nat(), { minLength: 64, maxLength: 64, size: "max" });
  const variant = fc.tuple(fc.constantFrom(...entries), decisions).map(([entry, numbers]) => {
    let step = 0;
    return mutateSql(entry.sql, (bound) => (numbers[step++ % numbers.length] ?? 0) % bound);
  });
  const { accepted, failed } = await expectHarmless(fc.sample(variant, { seed, numRuns: 400 }));
  expect(accepted).toBeGreaterThan(200);
  expect(failed.length).toBeLessThan(accepted);
}, 60_000);
