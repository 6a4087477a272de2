import { errorTable } from "../../src/errors.ts";
import { noAnswer, unexpectedAnswer } from "../admin-error.ts";

const INTERNAL = errorTable.internal_error.rpc;

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface CallFailureDetails {
  readonly code?: number;
  readonly data?: unknown;
  readonly cause?: unknown;
  readonly isOfMessage?: boolean;
}

/** What a call is answered with that did not get as far as an answer of the protocol's. */
export class CallFailure extends Error {
  readonly code: number;
  readonly data: unknown;
  /** Whether the message itself was at fault, and not the way to the Worker. */
  readonly isOfMessage: boolean;

  constructor(message: string, { code = INTERNAL, data, cause, isOfMessage = false }: CallFailureDetails = {}) {
    super(message, { cause });
    this.name = "CallFailure";
    this.code = code;
    this.data = data;
    this.isOfMessage = isOfMessage;
  }
}

const REFUSED =
  "The Worker refused the token (401): it is mistyped, expired or revoked. Set POSTERN_TOKEN to one that is valid; the Worker's operator makes them with postern token create.";

function readRpcError(text: string): RpcError | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<RpcError> };
    return typeof error?.message === "string" && typeof error.code === "number" ? (error as RpcError) : undefined;
  } catch {
    return undefined;
  }
}

/** The Worker's own error, with its advice in the message: not every client shows the rest. */
function fromWorker({ code, message, data }: RpcError): CallFailure {
  const { next } = (data ?? {}) as { next?: unknown };
  const advised = typeof next === "string" ? `${message} ${next}` : message;
  return new CallFailure(advised, { code, data, isOfMessage: true });
}

export async function refusedCall(response: Response): Promise<CallFailure> {
  const text = await response.text();
  if (response.status === 401) return new CallFailure(REFUSED, { code: errorTable.unauthorized.rpc });
  const error = readRpcError(text);
  if (error !== undefined) return fromWorker(error);
  const { message, next } = unexpectedAnswer(response, text);
  return new CallFailure(`${message} ${next}`);
}

export function unreachable(url: URL, advice: string, cause: unknown): CallFailure {
  return new CallFailure(`${noAnswer(url.origin, cause).message} ${advice}`, { cause });
}

export const brokenOff = (cause?: unknown): CallFailure =>
  new CallFailure("The Worker's answer broke off before its end. Try again.", { cause });
