import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadGuard, type LoadedGuard } from "../../scripts/guard/load-guard.ts";
import { layeredQuery } from "./layered-query.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? "20261118");
const MAX_KILOBYTES = 100 * 1024;

let loaded: LoadedGuard;
let client: pg.Client;

beforeAll(async () => {
  loaded = await loadGuard();
  client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query("CREATE TEMP TABLE users AS SELECT 'a' AS name");
});

afterAll(async () => {
  await client.end();
});

interface Explained {
  readonly "QUERY PLAN": readonly [{ readonly Planning: { readonly "Memory Used": number } }];
}

/** What the planner needs for the query. */
async function kilobytesToPlan(sql: string): Promise<number> {
  const { rows } = await client.query<Explained>(`EXPLAIN (MEMORY, FORMAT JSON) ${sql}`);
  return rows[0]?.["QUERY PLAN"][0].Planning["Memory Used"] ?? Infinity;
}

test("every layered query that the guard passes can be planned in little memory", async () => {
  const verdicts = { passed: 0, refused: 0 };
  const decisions = fc.array(fc.nat(), { minLength: 64, maxLength: 64, size: "max" });
  await fc.assert(
    fc.asyncProperty(decisions, async (numbers) => {
      let step = 0;
      const sql = layeredQuery((bound) => (numbers[step++ % numbers.length] ?? 0) % bound);
      try {
        await loaded.guard(sql, { allowCatalog: false, allowedFunctions: [] });
      } catch (error) {
        if (!(error instanceof loaded.AppError)) throw error;
        expect(error.details.data?.["rule"], sql).toBe("expansion");
        verdicts.refused += 1;
        return;
      }
      verdicts.passed += 1;
      expect(await kilobytesToPlan(sql), sql).toBeLessThan(MAX_KILOBYTES);
    }),
    { seed, numRuns: 800 },
  );
  // Either alone would prove nothing.
  expect(verdicts.passed).toBeGreaterThan(80);
  expect(verdicts.refused).toBeGreaterThan(80);
}, 60_000);
