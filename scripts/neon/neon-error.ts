import { AppError, type ErrorCode } from "../../src/errors.ts";
import { readRetryAfter } from "../../src/ai/wire/retry-after.ts";
import type { NeonFailure } from "./neon-records.ts";

/** Locked: other operations of the project run. */
const LOCKED = 423;
const TOO_MANY = 429;

/** What Neon answered instead of what was asked for, or that it did not answer: status 0. */
export class NeonError extends AppError {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(message: string, { status, retryAfterMs = 0, next, cause }: NeonFacts) {
    super(codeOf(status), message, { next, cause });
    this.name = "NeonError";
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === LOCKED || this.status === TOO_MANY || this.status >= 500;
  }
}

interface NeonFacts {
  status: number;
  retryAfterMs?: number | undefined;
  next: string;
  cause?: unknown;
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status === LOCKED || status === TOO_MANY) return "rate_limited";
  return status === 0 || status >= 500 ? "database_not_ready" : "bad_request";
}

function adviceFor(status: number): string {
  if (status === 401) return "Set NEON_API_KEY to a key of Neon: https://console.neon.tech/app/settings/api-keys";
  if (status === 403)
    return "This key may not do that: use one of the project's organization, or of the project itself.";
  if (status === 404) return "Check --neon-project (or NEON_PROJECT_ID), and that the key belongs to the same account.";
  if (status === LOCKED) return "Other operations of the project still run: try again in a minute.";
  if (status === TOO_MANY) return "Neon asks for fewer requests: try again in a minute.";
  if (status === 0 || status >= 500) return "Try again; https://neonstatus.com tells whether Neon has trouble.";
  return "Neon did not accept it: its message says why.";
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The object that every answer of the API is; a deletion may answer nothing. */
export function readAnswer({ status, url }: Response, text: string): object {
  const answer = parseObject(text);
  if (answer !== undefined) return answer;
  const next = "Is this the address of Neon's API? NEON_API_URL may name another by mistake.";
  throw new NeonError(`Something else than Neon's API answered at ${new URL(url).origin}.`, { status, next });
}

export function toNeonError({ status, statusText, headers }: Response, text: string): NeonError {
  const { message, code, request_id: id }: Partial<NeonFailure> = parseObject(text) ?? {};
  const said = typeof message === "string" ? message : text.trim().slice(0, 200) || statusText;
  const traced = [String(status), code, id === undefined ? undefined : `request ${id}`];
  return new NeonError(`Neon: ${said} (${traced.filter((part) => part).join(", ")})`, {
    status,
    retryAfterMs: readRetryAfter(headers.get("retry-after"), Date.now()),
    next: adviceFor(status),
  });
}

/** `fetch` failed, or nothing came in time. */
export function noNeonAnswer(origin: string, cause: unknown): NeonError {
  const isLate = cause instanceof Error && cause.name === "TimeoutError";
  const reason = (cause as { cause?: { code?: unknown } }).cause?.code;
  const shown = isLate ? " (in time)" : typeof reason === "string" ? ` (${reason})` : "";
  return new NeonError(`No answer from Neon's API at ${origin}${shown}.`, { status: 0, next: adviceFor(0), cause });
}
