import { median, timeCalls } from "./measure.ts";
import { createSend } from "./send.ts";

export interface GuardCost {
  characters: number;
  microseconds: number;
}

const POLICY = { allowCatalog: false, allowedFunctions: [] };

const SHORT = "SELECT 1";
const LONG = `WITH monthly AS (
  SELECT date_trunc('month', o.placed_at) AS month, c.country, sum(o.total) AS revenue, count(*) AS orders
  FROM shop.orders AS o JOIN shop.customers AS c ON c.id = o.customer_id
  WHERE o.placed_at >= now() - interval '1 year' AND o.status IN ('paid', 'shipped', 'delivered')
  GROUP BY 1, 2
)
SELECT m.month, m.country, m.revenue, m.orders, rank() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place,
  round(m.revenue / nullif(lag(m.revenue) OVER (PARTITION BY m.country ORDER BY m.month), 0), 3) AS growth
FROM monthly AS m WHERE m.revenue > $1 ORDER BY m.month DESC, place LIMIT 50`;

/**
 * What one guard costs inside workerd. Its clock only moves with I/O, so the time is taken out here, once with many
 * guards and once with none, and the difference divided.
 */
async function costOf(url: URL, sql: string, times: number, rounds: number): Promise<GuardCost> {
  const send = (count: number) => createSend({ url, body: { sql, times: count, policy: POLICY } });
  const [many, none] = [send(times), send(0)];
  const [withGuard, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    withGuard.push(...(await timeCalls(many, 1, Infinity)));
    without.push(...(await timeCalls(none, 1, Infinity)));
  }
  const microseconds = ((median(withGuard) - median(without)) * 1000) / times;
  return { characters: sql.length, microseconds };
}

export async function measureGuard(url: URL, rounds: number): Promise<GuardCost[]> {
  // The first pass only lets the code become hot.
  await costOf(url, LONG, 1000, 1);
  return [await costOf(url, SHORT, 10_000, rounds), await costOf(url, LONG, 2_000, rounds)];
}
