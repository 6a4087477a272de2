import type { AppError, ErrorCode } from "../errors.ts";
import type { CallFacts } from "./call-record.ts";

/** Failures of Postern's own, whose causes hold nothing of a caller's. */
const ownFailures: ReadonlySet<ErrorCode> = new Set(["internal_error", "storage_unavailable", "connection_unreadable"]);

/** What the log says of a failure. A database's own message may quote values, so only its SQLSTATE is kept. */
export function failureFacts(error: AppError): CallFacts {
  const { sqlstate, data } = error.details;
  const rule = data?.["rule"];
  return {
    code: error.code,
    ...(sqlstate === undefined ? {} : { sqlstate }),
    ...(typeof rule === "string" ? { rule } : {}),
    ...(ownFailures.has(error.code) ? { cause: causeText(error) } : {}),
  };
}

function causeText({ cause }: AppError): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
