import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
const database = new pg.Client(inject("postgresUrl"));

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await worker?.stop();
});

const running = async (tokenId: string): Promise<number> => {
  const { rowCount } = await database.query(
    "SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND state = 'active'",
    [`postern ${tokenId} `],
  );
  return rowCount ?? 0;
};

test("revoking now ends the statements that the token has running", async () => {
  const url = worker?.url ?? new URL("http://x");
  const policy = { statementTimeoutMs: 120_000 };
  const [revoked, other] = [await createSocketCaller(url, { policy }), await createSocketCaller(url, { policy })];
  const idOf = (headers: Record<string, string>): string => headers["authorization"]?.split("_")[1] ?? "";
  const endless = (headers: Record<string, string>, id: number, signal?: AbortSignal): Promise<Response> =>
    fetch(new URL("/mcp", url), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name: "query",
          arguments: { query: "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b" },
        },
      }),
      ...(signal === undefined ? {} : { signal }),
    });
  const leaving = new AbortController();
  const calls = [endless(revoked, 1), endless(revoked, 2)];
  const spared = endless(other, 1, leaving.signal).catch(() => undefined);
  await expect.poll(() => running(idOf(revoked)), { timeout: 15_000 }).toBe(2);
  await expect.poll(() => running(idOf(other)), { timeout: 15_000 }).toBe(1);
  const { ADMIN_TOKEN } = inject("workerSettings");
  const admin = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const { tenants } = (await (await fetch(new URL("/admin/tenants", url), { headers: admin })).json()) as {
    tenants: { id: string }[];
  };
  for (const { id } of tenants) {
    await fetch(new URL(`/admin/tenants/${id}/tokens/${idOf(revoked)}?now=1`, url), {
      method: "DELETE",
      headers: admin,
    });
  }
  for (const call of calls) {
    const { result } = (await (await call).json()) as { result: { structuredContent: { code: string } } };
    expect(["cancelled", "query_timeout"]).toContain(result.structuredContent.code);
  }
  await expect.poll(() => running(idOf(revoked)), { timeout: 15_000 }).toBe(0);
  expect(await running(idOf(other))).toBe(1);
  leaving.abort();
  await spared;
  await expect.poll(() => running(idOf(other)), { timeout: 15_000 }).toBe(0);
}, 60_000);
