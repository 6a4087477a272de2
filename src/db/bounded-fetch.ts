import { neonConfig } from "@neondatabase/serverless";
import { BodyTooLarge, readWithin } from "../read-within.ts";

/** The answer outgrew what one call may hold; the rest of it was not read. */
export class AnswerTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the database's answer is larger than ${String(maxBytes)} bytes`);
    this.name = "AnswerTooLarge";
  }
}

/** The connection to the proxy failed, or broke before the whole answer had come. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super("the connection to the database was lost", { cause });
    this.name = "ConnectionLost";
  }
}

/** What a call adds to the driver's fetch options. The driver itself knows only one endpoint for all connections. */
export interface BoundedFetchOptions {
  readonly signal: AbortSignal;
  readonly sqlUrl: string | undefined;
  readonly maxBytes: number;
}

type DriverInit = RequestInit & BoundedFetchOptions;

/** Only what the driver reads of a response. */
interface DriverResponse {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

async function boundedFetch(url: string, { sqlUrl, maxBytes, ...init }: DriverInit): Promise<DriverResponse> {
  // The request carries the password, so it goes nowhere that only the other side has named.
  const response = await fetch(sqlUrl ?? url, { ...init, redirect: "manual" }).catch((thrown: unknown) => {
    throw init.signal.aborted ? thrown : new ConnectionLost(thrown);
  });
  const text = (): Promise<string> => readText(response, maxBytes, init.signal);
  return { ok: response.ok, status: response.status, text, json: async () => parse(await text()) };
}

async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  try {
    return await readWithin(response, maxBytes);
  } catch (thrown) {
    throw thrown instanceof BodyTooLarge
      ? new AnswerTooLarge(maxBytes)
      : signal.aborted
        ? thrown
        : new ConnectionLost(thrown);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new ConnectionLost(thrown);
  }
}

neonConfig.fetchFunction = boundedFetch;
