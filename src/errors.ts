interface ErrorTraits {
  /** HTTP status when the failure is answered outside JSON-RPC. */
  readonly status: number;
  /** JSON-RPC code when the failure is a protocol error. */
  readonly rpc: number;
  readonly retryable: boolean;
}

/** The closed set of failures: every error a caller can see has its row here. */
export const errorTable = {
  bad_request: { status: 400, rpc: -32600, retryable: false },
  parse_error: { status: 400, rpc: -32700, retryable: false },
  unauthorized: { status: 401, rpc: -32001, retryable: false },
  origin_forbidden: { status: 403, rpc: -32600, retryable: false },
  not_found: { status: 404, rpc: -32601, retryable: false },
  method_not_allowed: { status: 405, rpc: -32600, retryable: false },
  not_acceptable: { status: 406, rpc: -32600, retryable: false },
  conflict: { status: 409, rpc: -32600, retryable: false },
  payload_too_large: { status: 413, rpc: -32600, retryable: false },
  unsupported_media_type: { status: 415, rpc: -32600, retryable: false },
  rate_limited: { status: 429, rpc: -32600, retryable: true },
  tool_not_found: { status: 404, rpc: -32602, retryable: false },
  prompt_not_found: { status: 404, rpc: -32602, retryable: false },
  resource_not_found: { status: 404, rpc: -32602, retryable: false },
  invalid_arguments: { status: 400, rpc: -32602, retryable: false },
  invalid_cursor: { status: 400, rpc: -32602, retryable: false },
  connection_missing: { status: 409, rpc: -32602, retryable: false },
  sql_refused: { status: 400, rpc: -32602, retryable: false },
  sql_syntax: { status: 400, rpc: -32602, retryable: false },
  sql_error: { status: 400, rpc: -32603, retryable: false },
  result_too_large: { status: 400, rpc: -32603, retryable: false },
  query_timeout: { status: 504, rpc: -32603, retryable: true },
  lock_timeout: { status: 503, rpc: -32603, retryable: true },
  serialization_conflict: { status: 409, rpc: -32603, retryable: true },
  cancelled: { status: 499, rpc: -32603, retryable: true },
  handler_error: { status: 400, rpc: -32603, retryable: false },
  handler_failed: { status: 502, rpc: -32603, retryable: false },
  connection_unreadable: { status: 502, rpc: -32001, retryable: false },
  connection_rejected: { status: 502, rpc: -32001, retryable: false },
  database_not_ready: { status: 503, rpc: -32001, retryable: true },
  model_unreadable: { status: 502, rpc: -32603, retryable: false },
  model_missing: { status: 409, rpc: -32602, retryable: false },
  model_rejected: { status: 502, rpc: -32603, retryable: false },
  model_unavailable: { status: 503, rpc: -32603, retryable: true },
  model_answer_unusable: { status: 502, rpc: -32603, retryable: false },
  storage_unavailable: { status: 503, rpc: -32603, retryable: true },
  internal_error: { status: 500, rpc: -32603, retryable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetails {
  readonly sqlstate?: string;
  /** 1-based character position in the caller's SQL. */
  readonly position?: number;
  readonly hint?: string;
  /** The line of the caller's SQL that `position` is in, with a caret below it. */
  readonly excerpt?: string;
  /** What the caller can do next. */
  readonly next?: string;
  readonly data?: Record<string, unknown>;
  /** Stands below the failure in a tool's text, as it is: others' words in it are fenced. */
  readonly appendix?: string;
  /** A handler's own JSON-RPC code: such an error is the protocol's, in tools too. */
  readonly rpcCode?: number;
  /** When trying again makes sense, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** For the log only; never sent. */
  readonly cause?: unknown;
}

/** A failure whose message is safe to show to the caller. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** Turns anything thrown into an AppError; what we did not foresee becomes an internal error without its text. */
export function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError("internal_error", `Something went wrong inside Postern (request ${requestId}).`, {
    next: "Try again; if it persists, give the request id to the operator.",
    cause: thrown,
  });
}

/** The failure as the caller sees it, in a tool result and in `error.data`. */
export function describeError(error: AppError): Record<string, unknown> {
  const { sqlstate, position, excerpt, hint, next, data } = error.details;
  return {
    code: error.code,
    message: error.message,
    retryable: errorTable[error.code].retryable,
    ...(sqlstate === undefined ? {} : { sqlstate }),
    ...(position === undefined ? {} : { position }),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...(hint === undefined ? {} : { hint }),
    ...(next === undefined ? {} : { next }),
    ...data,
  };
}
