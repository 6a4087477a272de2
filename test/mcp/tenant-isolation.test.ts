import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { call, createCaller } from "../support/worker.ts";

const CALLS = 10_000;
const AT_ONCE = 40;

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

test(`keeps two tenants with equal aliases and equal ids apart over ${String(CALLS)} interleaved calls`, async () => {
  const policy = { callsPerMinute: 6000, maxConcurrentCalls: 1000 };
  const urls = ["/shop", "/postgres"].map((path) => env.READER_URL.replace(/\/[^/]+$/, path));
  const callers = urls.map(async (url) => ({ ...(await createCaller({ url, policy })), database: databaseOf(url) }));
  const tenants = await Promise.all(callers);
  // Ten thousand lines would take longer than the calls.
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const wrong: unknown[] = [];
  const answered = { shop: 0, postgres: 0 } as Record<string, number>;
  const query = { query: "SELECT current_database()", connection: "main" };
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < CALLS; index = next++) {
      const tenant = tenants[index % 2];
      const [name, args] = index % 4 < 2 ? ["query", query] : ["server_info", {}];
      // Both tenants use each id, at about the same time.
      const id = Math.floor(index / 2);
      const { status, json } = await call(tenant?.token ?? "", "tools/call", { name, arguments: args }, id);
      const found = json?.result?.structuredContent;
      const value = name === "query" ? found?.rows?.[0]?.[0] : found?.tenant;
      const expected = name === "query" ? tenant?.database : tenant?.tenant;
      if (status !== 200 || json.id !== id || value !== expected) wrong.push({ index, status, json });
      else answered[tenant?.database ?? ""] = (answered[tenant?.database ?? ""] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(answered).toEqual({ shop: CALLS / 2, postgres: CALLS / 2 });
}, 240_000);
