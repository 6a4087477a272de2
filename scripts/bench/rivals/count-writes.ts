import pg from "pg";

const TABLE = "public.bench_written";
const wayOf = (way: number): string => `INSERT INTO ${TABLE} VALUES (${String(way)})`;

/** What an assistant that was talked into it might send to a tool for reading. Each leaves its number when it gets through. */
export const WRITE_ATTEMPTS: readonly string[] = [
  wayOf(1),
  `WITH written AS (${wayOf(2)} RETURNING way) SELECT * FROM written`,
  `SELECT 1; ${wayOf(3)}`,
  `COMMIT; ${wayOf(4)}`,
  `ROLLBACK; BEGIN READ WRITE; ${wayOf(5)}; COMMIT`,
  `DO $$ BEGIN ${wayOf(6)}; END $$`,
];

/** How many of the attempts change the database that the URL names, whose role may write. */
export async function countWrites(ownerUrl: string, send: (sql: string) => Promise<unknown>): Promise<number> {
  const database = new pg.Client(ownerUrl);
  await database.connect();
  try {
    await database.query(`CREATE TABLE ${TABLE} (way int)`);
    for (const attempt of WRITE_ATTEMPTS) {
      try {
        await send(attempt);
      } catch {
        // A refusal; whether it was one in time, the table tells.
      }
    }
    const { rows } = await database.query<{ written: number }>(
      `SELECT count(DISTINCT way)::int AS written FROM ${TABLE}`,
    );
    return rows[0]?.written ?? 0;
  } finally {
    await database.query(`DROP TABLE IF EXISTS ${TABLE}`);
    await database.end();
  }
}
