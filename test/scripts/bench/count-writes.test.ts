import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { countWrites, WRITE_ATTEMPTS } from "../../../scripts/bench/rivals/count-writes.ts";

const url = inject("postgresUrl");
const database = new pg.Client(url);

beforeAll(() => database.connect());
afterAll(() => database.end());

test("counts every attempt of which nothing is refused", async () => {
  expect(await countWrites(url, (sql) => database.query(sql))).toBe(WRITE_ATTEMPTS.length);
});

test("counts what gets out of a READ ONLY transaction", async () => {
  const written = await countWrites(url, async (sql) => {
    await database.query("BEGIN READ ONLY");
    try {
      await database.query(sql);
    } finally {
      await database.query("ROLLBACK");
    }
  });
  expect(written).toBe(2);
});

test("counts nothing where nothing is run, and leaves no table", async () => {
  expect(await countWrites(url, () => Promise.reject(new Error("refused")))).toBe(0);
  const { rows } = await database.query("SELECT to_regclass('public.bench_written') AS left_over");
  expect(rows).toEqual([{ left_over: null }]);
});
