import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { once } from "node:events";
import { tmpdir } from "node:os";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { findFreePort } from "../../../scripts/local/free-port.ts";
import { createSocketCaller } from "../../support/socket-caller.ts";
import { type SocketWorker, startWorkerOnSocket } from "../../support/start-worker.ts";
import { patience, query, startStdio, type StdioProcess, stdioCommand } from "./stdio-process.ts";

let worker: SocketWorker | undefined;
let url = "";
let token = "";
/** Of another tenant: the Worker may look at the schema once more when a listening client has left, and that must not be counted. */
let listening = "";
const database = new pg.Client(inject("postgresUrl"));
const running: StdioProcess[] = [];

beforeAll(async () => {
  worker = await startWorkerOnSocket();
  const { url: workerUrl } = worker;
  url = workerUrl.origin;
  const policy = { statementTimeoutMs: 120_000, watchIntervalMs: 100, callsPerMinute: 6000, maxStreamRows: 10_000_000 };
  const callers = await Promise.all([1, 2].map(() => createSocketCaller(workerUrl, { policy })));
  [token = "", listening = ""] = callers.map(({ authorization = "" }) => authorization.replace("Bearer ", ""));
  await database.connect();
});

afterEach(async () => {
  for (const stdio of running.splice(0)) await stdio.end();
  // The next test counts its own.
  await expect.poll(statements, patience).toBe(0);
});

afterAll(async () => {
  await database.end();
  await worker?.stop();
});

const start = (environment: Record<string, string> = { POSTERN_TOKEN: token }, to = url): StdioProcess => {
  const stdio = startStdio(["--url", to], environment, tmpdir());
  running.push(stdio);
  return stdio;
};

/** How many statements of the token run in Postgres now. */
async function statements(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE starts_with(application_name, $1) AND state = 'active'",
    [`postern ${token.split("_")[1] ?? ""} `],
  );
  return rows[0]?.count ?? 0;
}

const endless = "SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 7654321) b";

async function connectOld(): Promise<OldClient> {
  const client = new OldClient({ name: "old", version: "1" });
  const command = stdioCommand(["--url", url], { POSTERN_TOKEN: token }, tmpdir());
  await client.connect(new OldTransport({ ...command, stderr: "ignore" }));
  return client;
}

type ModernOptions = ConstructorParameters<typeof ModernClient>[1];

async function connectModern(options: ModernOptions, bearer: string): Promise<ModernClient> {
  const client = new ModernClient({ name: "new", version: "1" }, options);
  const command = stdioCommand(["--url", url], { POSTERN_TOKEN: bearer }, tmpdir());
  await client.connect(new ModernTransport({ ...command, stderr: "ignore" }));
  return client;
}

const connectNew = (options: ModernOptions) => () => connectModern(options, token);

interface Progress {
  _meta?: Record<string, { rows: unknown[][] }>;
}

/** Calls `query`, with the options that the clients share. */
async function call(client: OldClient | ModernClient, sql: string, options: object = {}) {
  const request = { name: "query", arguments: { query: sql } };
  return client instanceof OldClient
    ? await client.callTool(request, undefined, options)
    : await client.callTool(request, options);
}

test.each([
  ["1.x", undefined, connectOld],
  ["2.x, legacy", "2025-11-25", connectNew({})],
  ["2.x, which tries the newest first", "2026-07-28", connectNew({ versionNegotiation: { mode: "auto" } })],
  ["2.x, modern", "2026-07-28", connectNew({ versionNegotiation: { mode: { pin: "2026-07-28" } } })],
] as const)("serves the client %s: tools, rows as they come, and a call taken back", async (_, revision, connect) => {
  const client = await connect();
  if (client instanceof ModernClient) expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("query");
  expect((await call(client, "SELECT count(*) FROM shop.orders")).structuredContent).toMatchObject({ rows: [[50000]] });
  expect(await call(client, "DROP TABLE shop.orders")).toMatchObject({ isError: true });
  const rows: unknown[][] = [];
  const onprogress = (progress: Progress) => rows.push(...(progress._meta?.["postern/batch"]?.rows ?? []));
  const streamed = await call(client, "SELECT g FROM generate_series(1, 3000) g", { onprogress });
  // The clients may lose what they read at once with the answer.
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(Array.from(rows, (__, index) => [index + 1]));
  expect(streamed.structuredContent).toMatchObject({ streamedRows: 3000 });
  const controller = new AbortController();
  const cancelled = call(client, endless, { signal: controller.signal }).catch(() => "taken back");
  await expect.poll(statements, patience).toBe(1);
  controller.abort();
  expect(await cancelled).toBe("taken back");
  await expect.poll(statements, patience).toBe(0);
  expect((await call(client, "SELECT 1")).structuredContent).toMatchObject({ rows: [[1]] });
  await client.close();
});

test("tells a modern client of changes until it has heard enough", async () => {
  const client = await connectModern({ versionNegotiation: { mode: { pin: "2026-07-28" } } }, listening);
  const subscription = await client.listen({ resourcesListChanged: true });
  expect(subscription.honoredFilter).toEqual({ resourcesListChanged: true });
  await subscription.close();
  expect((await call(client, "SELECT 1")).structuredContent).toMatchObject({ rows: [[1]] });
  await client.close();
});

test("passes on all rows in their order before the answer", async () => {
  const stdio = start();
  const { params, ...message } = query("all", "SELECT g, 'é\u2028' FROM generate_series(1, 3000) g");
  stdio.send({ ...message, params: { ...params, _meta: { progressToken: "p" } } });
  expect(await stdio.answerTo("all")).toMatchObject({ result: { structuredContent: { streamedRows: 3000 } } });
  expect(stdio.answers.at(-1)?.id).toBe("all");
  const rows = stdio.answers.flatMap(({ params: progress }) => {
    const { _meta } = (progress ?? {}) as Progress;
    return _meta?.["postern/batch"]?.rows ?? [];
  });
  expect(rows).toEqual(Array.from({ length: 3000 }, (_, index) => [index + 1, "é\u2028"]));
});

test("answers what is ready first, each under the id that was sent, and lines that are no messages", async () => {
  const stdio = start();
  stdio.send(query("1", endless), query(1, "SELECT 'one'"), "no JSON", "[]", query(0, "SELECT 'zero'"));
  expect(await stdio.answerTo(1)).toMatchObject({ result: { structuredContent: { rows: [["one"]] } } });
  expect(await stdio.answerTo(0)).toMatchObject({ result: { structuredContent: { rows: [["zero"]] } } });
  await expect.poll(() => stdio.answers.filter(({ id }) => id === null), patience).toHaveLength(2);
  const codes = stdio.answers.flatMap(({ error }) => (error as { code: number } | undefined)?.code ?? []);
  expect(new Set(codes)).toEqual(new Set([-32_600, -32_700]));
  await expect.poll(statements, patience).toBe(1);
  stdio.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "1" } });
  await expect.poll(statements, patience).toBe(0);
  expect(await stdio.end()).toBe(0);
  expect(stdio.answers).toHaveLength(4);
});

test("finishes what was asked when the input ends, but listens no longer", async () => {
  const stdio = start({ POSTERN_TOKEN: listening });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const listen = { notifications: { resourcesListChanged: true }, _meta };
  stdio.send({ jsonrpc: "2.0", id: "l", method: "subscriptions/listen", params: listen });
  await expect.poll(() => stdio.answers, patience).toHaveLength(1);
  stdio.send(query(1, "SELECT count(*) FROM generate_series(1, 3000000)"));
  expect(await stdio.end()).toBe(0);
  expect(await stdio.answerTo(1)).toMatchObject({ result: { structuredContent: { rows: [[3_000_000]] } } });
});

test("ends its statements when it is told to stop, and says so", async () => {
  const stdio = start();
  stdio.send(query(1, endless));
  await expect.poll(statements, patience).toBe(1);
  stdio.child.kill("SIGTERM");
  expect(await stdio.exited()).toBe(0);
  expect(stdio.answers).toEqual([
    { jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "Postern was told to stop." } },
  ]);
  await expect.poll(statements, patience).toBe(0);
});

test("waits for a client that does not read, and leaves it when it is told to stop", async () => {
  const stdio = start();
  stdio.child.stdout?.pause();
  const { params, ...message } = query(1, "SELECT repeat('z', 1000) FROM generate_series(1, 3000000)");
  stdio.send({ ...message, params: { ...params, _meta: { progressToken: "p" } } });
  const waiting = async () => {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity WHERE starts_with(application_name, $1) AND state = 'idle in transaction'
       AND now() - state_change > interval '1 second'`,
      [`postern ${token.split("_")[1] ?? ""} `],
    );
    return rowCount;
  };
  await expect.poll(waiting, patience).toBe(1);
  stdio.child.kill("SIGTERM");
  expect(await once(stdio.child, "exit")).toEqual([0, null]);
  await expect.poll(waiting, patience).toBe(0);
  stdio.child.stdout?.resume();
});

test("answers with what to do when the token is wrong", async () => {
  const stdio = start({ POSTERN_TOKEN: "pst_wrong" });
  stdio.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect(await stdio.answerTo(1)).toMatchObject({
    error: { code: -32_001, message: expect.stringMatching(/refused the token \(401\).* Set POSTERN_TOKEN/) },
  });
  expect(stdio.log()).toMatch(/^postern stdio: tools\/list was not served: The Worker refused the token/m);
  // Not every client keeps the log open.
  stdio.child.stderr?.destroy();
  stdio.send({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { jsonrpc: "2.0", id: 3, method: "tools/list" });
  await stdio.answerTo(2);
  await stdio.answerTo(3);
  expect(await stdio.end()).toBe(0);
});

test("answers with what to do when nothing listens there", async () => {
  const stdio = start({ POSTERN_TOKEN: token }, `http://127.0.0.1:${await findFreePort()}`);
  stdio.send({ jsonrpc: "2.0", method: "notifications/initialized" }, { jsonrpc: "2.0", id: 1, method: "ping" });
  expect(await stdio.answerTo(1)).toMatchObject({
    error: { message: expect.stringMatching(/^No answer from .*ECONNREFUSED.*--url names another/) },
  });
  expect(await stdio.end()).toBe(0);
  expect(stdio.answers).toHaveLength(1);
});

test("tells the client why it could not start", async () => {
  const stdio = start({});
  stdio.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  const { error } = await stdio.answerTo(1);
  expect(error).toMatchObject({ message: expect.stringMatching(/^Postern could not start\. Set POSTERN_TOKEN/) });
  expect(await stdio.end()).toBe(1);
  expect(stdio.log()).toContain("could not start. Set POSTERN_TOKEN");
});
