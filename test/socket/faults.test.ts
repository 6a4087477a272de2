import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { findFreePort } from "../../scripts/local/free-port.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { type FaultMode, type FaultyProxy, startFaultyProxy } from "../support/faulty-proxy.ts";
import { createSocketCaller } from "../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../support/start-worker.ts";

let worker: SocketWorker | undefined;
let proxy: FaultyProxy | undefined;
let headers: Record<string, string> = {};

beforeAll(async () => {
  proxy = await startFaultyProxy(inject("proxyAddress"));
  worker = await startWorkerOnSocket({ LOCAL_PROXY: proxy.address });
  headers = await createSocketCaller(worker.url, { policy: { statementTimeoutMs: 500 } });
});

beforeEach(() => {
  proxy?.fail("pass-through");
});

afterAll(async () => {
  await worker?.stop();
  await proxy?.close();
});

interface Structured {
  readonly code?: string;
  readonly retryable?: boolean;
  readonly rows?: unknown[][];
}

/** Calls `query` and returns its structured content, also of a streamed answer. */
async function query(
  sql: string,
  options: { caller?: Record<string, string>; progress?: boolean } = {},
): Promise<Structured> {
  const meta = options.progress === true ? { _meta: { progressToken: "p" } } : {};
  const response = await fetch(new URL("/mcp", worker?.url), {
    method: "POST",
    headers: {
      ...(options.caller ?? headers),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { query: sql }, ...meta },
    }),
  });
  const text = await response.text();
  expect(text, `status ${String(response.status)}`).toContain('"jsonrpc"');
  const lines = text.split("\n").filter((line) => line.startsWith("data: {"));
  const message = JSON.parse(lines.at(-1)?.slice("data: ".length) ?? text) as {
    result: { structuredContent: Structured };
  };
  return message.result.structuredContent;
}

const rowsOf = "SELECT g FROM generate_series(1, 50) g";

const streamed = (sql = rowsOf): Promise<Structured> => query(sql, { progress: true });
const longRows = "SELECT repeat('x', 100) FROM generate_series(1, 1000)";

test.each(["refuse", "cut-mid-body"] as const)(
  "answers database_not_ready, and soon works again, when the proxy fails with %s",
  async (mode) => {
    proxy?.fail(mode);
    expect(await query(rowsOf)).toMatchObject({ code: "database_not_ready", retryable: true });
    proxy?.fail("pass-through");
    expect((await query(rowsOf)).rows).toHaveLength(50);
  },
);

test.each([
  ["refuse", 0],
  ["cut-websocket-after", 400],
  ["cut-websocket-after", 2000],
] as const)("bounds a stream whose socket fails with %s after %i bytes", async (mode, bytes) => {
  proxy?.fail(mode, bytes);
  expect(await streamed(longRows)).toMatchObject({ code: "database_not_ready", retryable: true });
  proxy?.fail("pass-through");
  expect((await streamed()).rows).toHaveLength(50);
});

test("repeats a read whose answer was cut once", async () => {
  const before = proxy?.accepted() ?? 0;
  proxy?.fail("cut-mid-body");
  const answer = query(rowsOf);
  await vi.waitFor(() => expect(proxy?.accepted()).toBeGreaterThan(before));
  proxy?.fail("pass-through");
  expect((await answer).rows).toHaveLength(50);
});

test("works again at once after the database was restarted, and says when it is down", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "postern-restart-"));
  const options = { dataDir: path.join(folder, "pg"), port: await findFreePort(), durable: false };
  let postgres = await startPostgres(options);
  try {
    const caller = await createSocketCaller(worker?.url ?? new URL("http://localhost"), {
      databaseUrl: postgres.url(),
    });
    expect((await query("SELECT 1", { caller })).rows).toEqual([[1]]);
    await postgres.stop();
    postgres = await startPostgres(options);
    expect((await query("SELECT 2", { caller })).rows).toEqual([[2]]);
    await postgres.stop();
    expect(await query("SELECT 3", { caller })).toMatchObject({ code: "database_not_ready", retryable: true });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test("gives 200 concurrent calls of two tenants with one JSON-RPC id each its own answer", async () => {
  const other = await createSocketCaller(worker?.url ?? new URL("http://localhost"));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      query(`SELECT 'answer ${String(index)}'`, { caller: index % 2 === 0 ? headers : other }),
    ),
  );
  expect(answers.map((answer) => answer.rows?.[0]?.[0])).toEqual(
    Array.from({ length: 200 }, (_, index) => `answer ${String(index)}`),
  );
}, 60_000);

describe("calls that hang, all at the same time", () => {
  const hangs: [FaultMode, number, () => Promise<Structured>][] = [
    ["half-open", 0, () => query(rowsOf)],
    ["slow", 0, () => query(rowsOf)],
    ["half-open", 0, () => streamed(longRows)],
    ["half-open-websocket", 400, () => streamed(longRows)],
    ["half-open-websocket", 2000, () => streamed(longRows)],
  ];
  const hanging: Promise<Structured>[] = [];

  beforeAll(async () => {
    for (const [mode, bytes, call] of hangs) {
      const before = proxy?.struck() ?? 0;
      proxy?.fail(mode, bytes);
      hanging.push(call());
      await vi.waitFor(() => expect(proxy?.struck()).toBeGreaterThan(before), { timeout: 5_000 });
    }
    proxy?.fail("pass-through");
  });

  test("leave other calls alone", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => query(rowsOf)));
    for (const answer of answers) expect(answer.rows).toHaveLength(50);
  });

  test.each(hangs.map(([mode, bytes], index) => [mode, bytes, index] as const))(
    "end with database_not_ready when the proxy fails with %s after %i bytes (%i)",
    async (_mode, _bytes, index) => {
      expect(await hanging[index]).toMatchObject({ code: "database_not_ready", retryable: true });
      expect((await query(rowsOf)).rows).toHaveLength(50);
      expect((await streamed()).rows).toHaveLength(50);
    },
  );
});
