import { setTimeout as delay } from "node:timers/promises";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { type Caller, judge, judgeResult, send, type ToolResult } from "./call.ts";
import type { Verdict } from "./tally.ts";

export type Operation = (caller: Caller) => Promise<Verdict>;

const RIGHT: Verdict = { kind: "right" };
const rowsOf = (result: ToolResult): unknown[][] => (result.structuredContent?.["rows"] ?? []) as unknown[][];
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const random = (most: number): number => Math.floor(Math.random() * most);

/** The answer must hold just what was sent, and come from the caller's own database. */
const echo: Operation = async (caller) => {
  const [number, text] = [random(1e9), crypto.randomUUID()];
  const args = { query: "SELECT name, $1::int8, $2::text FROM whoami", params: [number, text] };
  return await judge(await send(caller, "query", args), (result) =>
    same(rowsOf(result), [[caller.tenant.id, number, text]]) ? undefined : "another answer than asked for",
  );
};

const refusal: Operation = async (caller) =>
  await judge(await send(caller, "query", { query: "DELETE FROM whoami" }), ({ isError, structuredContent }) =>
    isError === true && structuredContent?.["code"] === "sql_refused" ? undefined : "a write was not refused",
  );

const pages: Operation = async (caller) => {
  const query = "SELECT g FROM generate_series(1, 2500) AS g ORDER BY g";
  let next: { cursor?: string } = {};
  for (let seen = 0; seen < 2500; ) {
    let page: ToolResult = {};
    const verdict = await judge(await send(caller, "query", { query, limit: 1000, ...next }), (result) => {
      page = result;
      const follows = rowsOf(result).every(([value], index) => value === seen + index + 1);
      return follows && rowsOf(result).length > 0 ? undefined : "a page that does not follow";
    });
    if (verdict.kind !== "right") return verdict;
    seen += rowsOf(page).length;
    next = { cursor: page.structuredContent?.["nextCursor"] as string };
  }
  return next.cursor === undefined ? RIGHT : { kind: "wrong", why: "a page behind the last" };
};

interface Event {
  result?: ToolResult;
  params?: { _meta?: Record<string, { rows?: unknown[][] }> };
}

/** A client that reads slowly: rows come in order, none twice, none left out. */
const slowStream: Operation = async (caller) => {
  const args = { query: "SELECT g, repeat('x', 100) FROM generate_series(1, 5000) AS g ORDER BY g" };
  const response = await send(caller, "query", args, {}, { _meta: { progressToken: "soak" } });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream") || response.body === null)
    return await judge(response, () => "no stream");
  let seen = 0;
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    const event = JSON.parse(data) as Event;
    for (const [value] of event.params?._meta?.["postern/batch"]?.rows ?? []) {
      seen += 1;
      if (value !== seen) return { kind: "wrong", why: `row ${String(value)} where ${String(seen)} was due` };
    }
    if (event.result !== undefined)
      return judgeResult(event.result, ({ isError }) =>
        isError !== true && seen === 5000 ? undefined : `a stream of ${String(seen)} rows`,
      );
    await delay(random(20));
  }
  return { kind: "wrong", why: "a stream without an end" };
};

/** A client that goes away; what it asked for must end, too, which is looked at when all is over. */
const abandon: Operation = async (caller) => {
  const leave = AbortSignal.timeout(50 + random(300));
  const args = { query: "SELECT count(*) FROM generate_series(1, 200000000)" };
  try {
    const response = await send(caller, "query", args, { signal: leave });
    await response.text();
  } catch (error) {
    if (!leave.aborted) throw error;
  }
  return RIGHT;
};

const stranger: Operation = async ({ stack, tenant }) => {
  const token = `${tenant.token.slice(0, -8)}AAAAAAAA`;
  const response = await send({ stack, tenant: { ...tenant, token } }, "query", { query: "SELECT 1" });
  await response.text();
  if (response.status === 401) return RIGHT;
  if (response.status === 429 || response.status === 503) return { kind: "failed", code: "unavailable" };
  return { kind: "wrong", why: `a bad token got ${String(response.status)}` };
};

const schema: Operation = async (caller) =>
  await judge(await send(caller, "get_schema_info", {}), (result) =>
    JSON.stringify(result).includes("whoami") ? undefined : "a schema without its table",
  );

/** With how often each is chosen. */
export const OPERATIONS: readonly (readonly [string, Operation, number])[] = [
  ["echo", echo, 20],
  ["refusal", refusal, 4],
  ["pages", pages, 2],
  ["slow stream", slowStream, 2],
  ["abandoned call", abandon, 2],
  ["bad token", stranger, 1],
  ["schema", schema, 2],
];
