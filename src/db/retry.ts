import { NeonDbError } from "@neondatabase/serverless";
import pRetry from "p-retry";
import { AnswerTooLarge, ConnectionLost } from "./bounded-fetch.ts";

// Serialization failures, deadlocks, lost or refused connections, a server that is starting or stopping.
const TRANSIENT = /^(40001|40P01|08(?!P01)...|53300|57P0[123])$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** The SQLSTATE of what the driver threw, if it is the server's own word. It is logged, so nothing else passes for one. */
export function sqlstateOf(thrown: unknown): string | undefined {
  // The WebSocket client's errors are of a class the driver does not export.
  const isServers = thrown instanceof NeonDbError || (thrown instanceof Error && "severity" in thrown);
  const code: unknown = isServers && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" && SQLSTATE.test(code) ? code : undefined;
}

function isTransient(thrown: unknown): boolean {
  if (thrown instanceof AnswerTooLarge) return false;
  const sqlstate = sqlstateOf(thrown);
  if (sqlstate !== undefined) return TRANSIENT.test(sqlstate);
  if (thrown instanceof NeonDbError) return !(thrown.sourceError instanceof AnswerTooLarge);
  return thrown instanceof ConnectionLost;
}

/** With growing and jittered pauses. */
async function repeat<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  retries: number,
  isWorthwhile: (error: Error) => boolean,
): Promise<T> {
  return await pRetry(work, {
    retries,
    minTimeout: 50,
    maxTimeout: 1_000,
    factor: 4,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => isWorthwhile(error) && !signal.aborted,
  });
}

/** Repeats what the server itself undid because of concurrent changes; anything else may have been done already. */
export async function retryConflict<T>(change: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return await repeat(change, signal, 3, (error) => /^(40001|40P01)$/.test(sqlstateOf(error) ?? ""));
}

/** Repeats a read that met a passing failure, at most twice. */
export async function retryRead<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return await repeat(read, signal, 2, isTransient);
}
