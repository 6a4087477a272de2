import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { call, createCaller } from "../support/worker.ts";

const CALLS = 10_000;
const AT_ONCE = 40;
const policy = { callsPerMinute: 6000, maxConcurrentCalls: 1000 };
const query = { query: "SELECT current_database()", connection: "main" };

/** A caller, and what its two kinds of call must answer. */
async function createTenant(database: string) {
  const url = env.READER_URL.replace(/\/[^/]+$/, `/${database}`);
  const { token, tenant } = await createCaller({ url, policy });
  return { token, kinds: [["query", query, database] as const, ["server_info", {}, tenant] as const] };
}

test(`keeps two tenants with equal aliases and equal ids apart over ${String(CALLS)} interleaved calls`, async () => {
  const tenants = [await createTenant("shop"), await createTenant("postgres")];
  // Ten thousand lines would take longer than the calls.
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const wrong: unknown[] = [];
  let next = 0;
  let right = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < CALLS; index = next++) {
      const { token, kinds } = tenants[index % 2]!;
      const [name, args, expected] = kinds[index % 4 < 2 ? 0 : 1]!;
      // Both tenants use each id, at about the same time.
      const id = Math.floor(index / 2);
      const { json } = await call(token, "tools/call", { name, arguments: args }, id);
      const found = json?.result?.structuredContent;
      if (json?.id === id && (found?.rows?.[0]?.[0] ?? found?.tenant) === expected) right += 1;
      else wrong.push({ index, json });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(right).toBe(CALLS);
}, 240_000);
