/** Takes the next decision from 0 up to, but not including, the bound. */
type Decide = (bound: number) => number;

const pick = <T>(decide: Decide, list: readonly [T, ...T[]]): T => list[decide(list.length)] ?? list[0];

/** An expression that uses the column more than once. */
function doubling(column: string, decide: Decide): string {
  return pick(decide, [
    `${column} || ${column}`,
    `coalesce(${column}, ${column})`,
    `CASE WHEN ${column} > 'a' THEN ${column} ELSE lower(${column}) END`,
    `greatest(${column}, ${column})`,
    `(SELECT ${column} || ${column})`,
    `nullif(${column}, upper(${column}))`,
    `(ARRAY[${column}, ${column}])[1]`,
    `replace(${column}, 'a', ${column})`,
    `CASE WHEN ${column} BETWEEN 'a' AND 'b' THEN 'x' ELSE 'y' END`,
  ]);
}

/** The ways in which a query can be built upon another whose only column is v. */
const LAYERS: readonly [Layer, ...Layer[]] = [
  (inner, v) => `SELECT ${v("v")} AS v FROM (${inner}) s`,
  (inner, v) => `SELECT ${v("s.w")} AS v FROM (${inner}) s(w)`,
  (inner, v) => `WITH q AS (${inner}) SELECT ${v("q.v")} AS v FROM q`,
  (inner, v) => `WITH q(w) AS (${inner}) SELECT ${v("w")} AS v FROM q`,
  (inner, v) => `WITH RECURSIVE q2 AS (SELECT ${v("v")} AS v FROM q1), q1 AS (${inner}) SELECT v FROM q2`,
  (inner, v) => `WITH q AS NOT MATERIALIZED (${inner}) SELECT ${v("a.v")} AS v FROM q a CROSS JOIN q b`,
  (inner, v) => `WITH q AS (${inner}) SELECT ${v("a.v")} AS v FROM q a CROSS JOIN q b`,
  (inner, v) => `SELECT * FROM (SELECT ${v("v")} AS v FROM (${inner}) x) s`,
  (inner, v) => `SELECT s.* FROM (SELECT ${v("x.v")} AS v FROM (${inner}) x) s`,
  (inner, v) => `SELECT l.v FROM (${inner}) s CROSS JOIN LATERAL (SELECT ${v("s.v")} AS v) l`,
  (inner, v) => `SELECT l.w AS v FROM (${inner}) s CROSS JOIN LATERAL (VALUES (${v("v")})) l(w)`,
  (inner, v) => `SELECT v FROM (${inner}) s JOIN (SELECT 1 AS one) o ON ${v("s.v")} IS NOT NULL`,
  (inner, v) => `SELECT ${v("u.v")} AS v FROM (${inner}) s JOIN (SELECT 'x'::text AS v) t USING (v) AS u`,
  (inner, v) => `SELECT ${v("v")} AS v FROM (${inner}) s FULL JOIN (SELECT 'x'::text AS v) t USING (v)`,
  (inner) => `SELECT coalesce AS v FROM (SELECT coalesce(v, v || v) FROM (${inner}) x) s`,
  (inner) => `SELECT "?column?" AS v FROM (SELECT v || v FROM (${inner}) x) s`,
  (inner, v) => `SELECT ${v("v")} AS v FROM ((${inner}) UNION ALL SELECT 'z') s`,
  (inner, v) => `SELECT DISTINCT ${v("v")} AS v FROM (${inner}) s`,
  (inner, v) => `SELECT ${v("v")} AS v FROM (${inner}) s GROUP BY v`,
  (inner, v) => `SELECT ${v("v")} AS v FROM (${inner}) s OFFSET 0`,
  (inner, v) => `SELECT j.v FROM ((${inner}) s CROSS JOIN (SELECT 2 AS two) o) AS j WHERE ${v("j.v")} <> 'q'`,
  (inner) => `SELECT (s.r).f1 AS v FROM (SELECT ROW(v, v) AS r FROM (${inner}) x) s(r)`,
];
type Layer = (inner: string, doubled: (column: string) => string) => string;

/** A query of many layers in which each may double what the one below computes. */
export function layeredQuery(decide: Decide): string {
  let sql = "SELECT name AS v FROM users";
  for (let layer = 6 + decide(16); layer > 0; layer--) {
    sql = pick(decide, LAYERS)(sql, (column) => doubling(column, decide));
  }
  return `SELECT v FROM (${sql}) s WHERE v > 'a' OR v < 'b'`;
}
