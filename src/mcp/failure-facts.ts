import type { AppError } from "../errors.ts";
import type { CallFacts } from "./call-record.ts";

/** What the log says of a failure. A database's own message may quote values, so only its SQLSTATE is kept. */
export function failureFacts(error: AppError): CallFacts {
  const { sqlstate, data } = error.details;
  const rule = data?.["rule"];
  return {
    code: error.code,
    ...(sqlstate === undefined ? {} : { sqlstate }),
    ...(typeof rule === "string" ? { rule } : {}),
    ...(error.code === "internal_error" || error.code === "storage_unavailable" ? { cause: causeText(error) } : {}),
  };
}

function causeText({ cause }: AppError): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
