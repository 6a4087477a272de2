import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { Bridge } from "../../../scripts/stdio/bridge.ts";
import { lineWriter, type Write } from "../../../scripts/stdio/write-lines.ts";

/** An HTTP server until the test ends. */
async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

async function* linesOf(...messages: unknown[]) {
  for (const message of messages) yield JSON.stringify(message);
}

const unheard = { complain: () => undefined, leave: () => undefined };

const upstreamAt = (url: URL) => Promise.resolve({ url, token: "t", advice: "Look there." });

const call = { jsonrpc: "2.0", id: "é", method: "tools/list" };

/** Sends one call to a server that answers so; returns what its client reads. */
async function answersTo(listener: RequestListener): Promise<unknown[]> {
  const url = await listen(listener);
  const answers: unknown[] = [];
  const write = async (message: unknown) => void answers.push(message);
  const upstream = upstreamAt(url);
  await new Bridge({ lines: linesOf(call), write, ...unheard }, upstream).run();
  return answers;
}

const refusal = (error: object) => JSON.stringify({ jsonrpc: "2.0", id: null, error });
const limited = { code: -32_600, message: "Too many calls.", data: { next: "Wait." } };
const away = { location: "https://elsewhere.example/" };

test.each([
  ["a refusal of the Worker's", 429, {}, refusal(limited), { ...limited, message: "Too many calls. Wait." }],
  ["a wrong token", 401, {}, '{"error":"Unauthorized"}', { message: /^The Worker refused the token \(401\)/ }],
  ["a page", 200, { "content-type": "text/html" }, "<h1>Hi</h1>", { message: /^HTTP 200: <h1>Hi.* Is this the/ }],
  ["a redirect", 301, away, "", { message: /^HTTP 301: redirects to https:\/\/elsewhere/ }],
  ["a proxy's failure", 502, { "content-type": "text/plain" }, "Bad gateway", { message: /^HTTP 502: Bad gateway/ }],
  ["an answer that is cut", 200, {}, '{"jsonrpc":', { message: /broke off before its end/ }],
  [
    "a stream without the answer",
    200,
    { "content-type": "text/event-stream" },
    ': still here\n\ndata: {"jsonrpc":"2.0","method":"x"}\n\n',
    { message: /broke off before its end/ },
  ],
])("turns %s into the answer to the call", async (_, status, headers, body, error) => {
  const answers = await answersTo((__, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  });
  const { message } = error;
  const expected = { ...error, message: typeof message === "string" ? message : expect.stringMatching(message) };
  expect(answers.at(-1)).toMatchObject({ jsonrpc: "2.0", id: "é", error: expected });
});

test("answers when the connection is cut in the middle", async () => {
  const answers = await answersTo((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write(" ");
    setImmediate(() => response.destroy());
  });
  expect(answers).toMatchObject([{ id: "é", error: { message: expect.stringContaining("broke off") } }]);
});

test("repeats on every message what initialize agreed on, and the token", async () => {
  const heard: unknown[] = [];
  const url = await listen(({ headers }, response) => {
    heard.push([headers.authorization, headers["mcp-protocol-version"]]);
    const answer = { jsonrpc: "2.0", id: 1, result: { protocolVersion: "2025-06-18" } };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const answered = Promise.withResolvers<void>();
  async function* lines() {
    yield* linesOf({ ...call, id: 1, method: "initialize" });
    await answered.promise;
    yield* linesOf({ ...call, id: 1 });
  }
  const write = async () => answered.resolve();
  await new Bridge({ lines: lines(), write, ...unheard }, upstreamAt(url)).run();
  expect(heard).toEqual([
    ["Bearer t", undefined],
    ["Bearer t", "2025-06-18"],
  ]);
});

test("reads on only when its client has", async () => {
  const sent = Array.from({ length: 1000 }, (_, n) => ({ jsonrpc: "2.0", method: "n", params: { n } }));
  const end = { jsonrpc: "2.0", id: "é", result: {} };
  const finished = Promise.withResolvers<void>();
  const url = await listen((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [...sent, end].map((message) => `data: ${JSON.stringify(message)}\n\n`);
    response.end(events.join(""), () => finished.resolve());
  });
  const read: unknown[] = [];
  const begins = Promise.withResolvers<void>();
  const write: Write = async (message) => {
    read.push(message);
    await begins.promise;
  };
  const client = { lines: linesOf(call), write, ...unheard };
  const running = new Bridge(client, upstreamAt(url)).run();
  await finished.promise;
  await expect.poll(() => read).toHaveLength(1);
  begins.resolve();
  await running;
  expect(read).toEqual([...sent, end]);
});

test("makes its writers wait for a slow reader, and nobody once that is gone", async () => {
  const taken: (() => void)[] = [];
  const output = new Writable({ highWaterMark: 1, write: (_, __, done) => void taken.push(done) });
  let isGone = false;
  const write = lineWriter(output, new AbortController().signal, () => (isGone = true));
  const done: number[] = [];
  const writes = [1, 2].map(async (n) => {
    await write(n);
    done.push(n);
  });
  expect([taken.length, done]).toEqual([1, []]);
  taken.shift()?.();
  taken.shift()?.();
  await Promise.all(writes);
  expect(done).toEqual([1, 2]);
  const last = write(3);
  output.destroy(new Error("EPIPE"));
  await last;
  await write(4);
  expect(isGone).toBe(true);
});
