import type { BenchCase } from "./cases.ts";
import type { Pair } from "./measure.ts";
import { createSend, type Send } from "./send.ts";
import type { Stack } from "./start-stack.ts";
import type { CaseFacts } from "./summary.ts";

export interface PreparedCase {
  facts: CaseFacts;
  sends: Pair<Send>;
}

interface CallResult {
  result?: { structuredContent?: { rows?: unknown[] } };
}

/** Finds out what Postern asks the database for, and makes the bare Worker's request of just that. */
export async function prepareCase(stack: Stack, bench: BenchCase): Promise<PreparedCase> {
  const headers = { ...bench.headers, authorization: `Bearer ${stack.token}` };
  const call = (worker: "postern" | "recorded") =>
    createSend({ url: new URL("/mcp", stack.url(worker)), headers, body: bench.body });
  // The first call of an isolate may do things that later ones do not.
  await call("recorded")();
  const batches = await stack.recorder.record(call("recorded"));
  const [batch] = batches;
  if (!batch) throw new Error(`Postern sent nothing to the database for ${bench.name}`);
  const sends = { postern: call("postern"), bare: createSend({ url: stack.url("bare-worker"), body: batch }) };
  const [answer, bareAnswer] = [await sends.postern(), await sends.bare()];
  const rows = (JSON.parse(answer) as CallResult).result?.structuredContent?.rows?.length ?? 0;
  if (rows === 0) throw new Error(`${bench.name} was answered without rows: ${answer.slice(0, 300)}`);
  const { name, isBarred, rows: rowsAsked } = bench;
  const answerBytes = { postern: Buffer.byteLength(answer), bare: Buffer.byteLength(bareAnswer) };
  return { facts: { name, isBarred, rows, rowsAsked, answerBytes, roundTrips: batches.length }, sends };
}
