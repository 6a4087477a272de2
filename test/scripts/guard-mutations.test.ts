import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { loadModule, parseSync } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { guardAccepts } from "./guard-accepts.ts";
import { loadGuard, type LoadedGuard } from "../../scripts/guard/load-guard.ts";
import { mutateSql } from "./mutate-sql.ts";

// Printed by fast-check with a failure; another number tries other mutations.
const seed = Number(process.env["FUZZ_SEED"] ?? "20261118");
const policy = { allowCatalog: true, allowedFunctions: [] };

let loaded: LoadedGuard;
let attacks: readonly string[];

function scans(sql: string): boolean {
  try {
    mutateSql(sql, () => 1);
    return true;
  } catch {
    // Some attacks are text that no scanner accepts.
    return false;
  }
}

function parses(sql: string): boolean {
  try {
    return (parseSync(sql).stmts ?? []).length > 0;
  } catch {
    return false;
  }
}

const passes = (sql: string): Promise<boolean> => guardAccepts(loaded, sql, policy);

beforeAll(async () => {
  await loadModule();
  loaded = await loadGuard();
  const files = await Promise.all(
    ["attacks", "more-attacks"].map((name) => readFile(`test/corpus/${name}.jsonl`, "utf8")),
  );
  attacks = files
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => JSON.parse(line) as { sql: string; expect: string })
    .filter((entry) => entry.expect === "reject_ast" && scans(entry.sql))
    .map((entry) => entry.sql);
});

test("no attack passes in other words, spaces, comments or queries around it", async () => {
  expect(attacks.length).toBeGreaterThan(400);
  let readable = 0;
  let runs = 0;
  const decisions = fc.array(fc.nat(), { minLength: 64, maxLength: 64, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.nat(attacks.length - 1), decisions, async (index, numbers) => {
      let step = 0;
      const sql = mutateSql(attacks[index] ?? "", (bound) => (numbers[step++ % numbers.length] ?? 0) % bound);
      runs += 1;
      if (parses(sql)) readable += 1;
      expect(await passes(sql), sql).toBe(false);
    }),
    { seed, numRuns: 4_000 },
  );
  // Mutations that no longer parse would prove nothing.
  expect(readable).toBeGreaterThan(runs / 3);
});
