import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createSocketCaller } from "../support/socket-caller.ts";
import { startWatchedWorker, type WatchedWorker } from "./watched-worker.ts";

const canary = inject("canary");
let worker: WatchedWorker | undefined;
let headers: Record<string, string> = {};
let answer: { status: number; body: string } = { status: 200, body: "" };

/** Stands where the proxy to the database should, and answers whatever the test wants. */
const liar = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(answer.status).end(answer.body));
});

beforeAll(async () => {
  liar.listen(0, "127.0.0.1");
  await once(liar, "listening");
  const LOCAL_PROXY = `127.0.0.1:${String((liar.address() as AddressInfo).port)}`;
  worker = await startWatchedWorker({ LOCAL_PROXY });
  headers = { "content-type": "application/json", ...(await createSocketCaller(worker.url)) };
});

afterAll(async () => {
  await worker?.stop();
  liar.close();
});

const field = { name: canary, dataTypeID: 23 };
const result = { fields: [field], rows: [[canary]], rowCount: 1, command: canary, rowAsArray: true };
const results = (last: unknown): string => JSON.stringify({ results: [result, result, last] });
const failure = (fields: object): string =>
  JSON.stringify({ severity: "ERROR", message: canary, detail: canary, hint: canary, where: canary, ...fields });

const notReady = '"code":"database_not_ready"';

test.each([
  ["a page", 200, `<html>${canary}</html>`, notReady],
  ["half of an answer", 200, results(result).slice(0, -20), notReady],
  ["results that are strings", 200, JSON.stringify({ results: [canary, canary, canary] }), notReady],
  ["rows that are strings", 200, results({ ...result, rows: [canary, null] }), notReady],
  ["fields that are nothing", 200, results({ ...result, fields: [null] }), notReady],
  ["a number that is none", 200, results(result), `[["${canary}"]]`],
  ["JSON that is none", 200, results({ ...result, fields: [{ name: canary, dataTypeID: 114 }] }), `[["${canary}"]]`],
  ["a type that is none", 200, results({ ...result, fields: [{ name: canary, dataTypeID: canary }] }), "user-defined"],
  ["an error of the caller's", 400, failure({ code: "22P02", position: "30" }), '"sqlstate":"22P02"'],
  ["an unknown column", 400, failure({ code: "42703", position: canary }), '"sqlstate":"42703"'],
  ["an error of a function", 400, failure({ code: "P0001" }), '"sqlstate":"P0001"'],
  ["an internal error", 400, failure({ code: "XX000" }), '"sqlstate":"XX000"'],
  ["a rejected password", 400, failure({ code: "28P01" }), '"code":"connection_rejected"'],
  ["a SQLSTATE that is none", 400, failure({ code: canary }), notReady],
  ["a SQLSTATE that is an object", 400, failure({ code: { [canary]: canary } }), notReady],
  ["a message that is an object", 400, failure({ code: "22012", message: { [canary]: canary } }), "22012"],
  ["a page for an error", 502, `<html>${canary}</html>`, notReady],
])("logs nothing of a database's words when it answers %s", async (_, status, body, outcome) => {
  answer = { status, body };
  const call = { name: "query", arguments: { query: `SELECT '${canary}'`, params: [canary] } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const asked = await worker?.ask("/mcp", { method: "POST", headers, body: JSON.stringify(message) });
  expect(asked?.text).toContain(outcome);
  expect(worker?.leaks()).toEqual([]);
});
