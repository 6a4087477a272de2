import { readRetryAfter } from "../src/ai/wire/retry-after.ts";

interface ErrorFacts {
  status: number;
  code: string;
  /** The place in SQL that the message is about, and what the database advises. */
  excerpt?: string | undefined;
  hint?: string | undefined;
  next?: string | undefined;
  /** Where the Worker says it; else the status tells. */
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** The server's own message; for a failure of the server's with what is needed to find the request in its log. */
export class AdminError extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly excerpt: string | undefined;
  readonly hint: string | undefined;
  /** What the server advises. */
  readonly next: string | undefined;
  /** Whether the same call may succeed a little later. */
  readonly isPassing: boolean;
  /** How long the server asks to wait before trying again. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message, { cause: facts.cause });
    this.name = "AdminError";
    this.status = facts.status;
    this.code = facts.code;
    this.excerpt = facts.excerpt;
    this.hint = facts.hint;
    this.next = facts.next;
    this.isPassing = facts.retryable ?? (facts.status === 429 || facts.status >= 500);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

const REFUSED = {
  message: "The Worker refused the admin token (401).",
  next: "Set ADMIN_TOKEN to the Worker's admin token; for the Worker of npm start, unset it.",
};

/** For what is plainly not from the Worker: a proxy, or another program. */
const WRONG_PLACE = "Is this the address of a Postern Worker? --url names another.";

interface WorkerError {
  code: string;
  message: string;
  excerpt?: string;
  hint?: string;
  next?: string;
  retryable?: boolean;
  requestId?: string;
}

function readWorkerError(text: string): WorkerError | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: WorkerError };
    return typeof error?.message === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

export async function toAdminError(response: Response): Promise<AdminError> {
  const { status, headers } = response;
  // Its body says no more than "Unauthorized".
  if (status === 401) return new AdminError(REFUSED.message, { status, code: "unauthorized", next: REFUSED.next });
  const text = await response.text();
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), Date.now());
  const error = readWorkerError(text);
  if (error === undefined) return unexpectedAnswer(response, text, retryAfterMs);
  const { code, message, excerpt, hint, next, retryable, requestId } = error;
  // Who made a mistake of their own needs no log to find it.
  const isTraced = status >= 500 && requestId !== undefined && !message.includes(requestId);
  const shown = isTraced ? `${message} (request ${requestId})` : message;
  return new AdminError(shown, { status, code, excerpt, hint, next, retryable, retryAfterMs });
}

/** `fetch` failed: nobody listens there, or the name is not known. */
export function noAnswer(origin: string, cause: unknown): AdminError {
  const reason = (cause as { cause?: { code?: unknown } }).cause?.code;
  const shown = typeof reason === "string" ? ` (${reason})` : "";
  return new AdminError(`No answer from ${origin}${shown}: is the Worker running?`, {
    status: 0,
    code: "no_answer",
    next: "npm start runs one on this machine; --url names another.",
    cause,
  });
}

/** Shows the beginning of what somebody else said. */
export function unexpectedAnswer(response: Response, text: string, retryAfterMs?: number): AdminError {
  const { status, headers } = response;
  const target = headers.get("location");
  const said = target === null ? text.trim().slice(0, 200) || response.statusText : `redirects to ${target}`;
  return new AdminError(`HTTP ${status}: ${said}`, {
    status,
    code: "unexpected_response",
    next: WRONG_PLACE,
    retryAfterMs,
  });
}
