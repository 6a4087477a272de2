import { type AppError, describeError, errorTable } from "../errors.ts";

const DEFAULT_RETRY_SECONDS = 10;

/** The one way a failure leaves outside a JSON-RPC result: the seeds' plain body for 401, JSON-RPC on /mcp, plain JSON elsewhere. */
export function errorResponse(error: AppError, surface: "mcp" | "api", requestId: string): Response {
  const { status, rpc, retryable } = errorTable[error.code];
  const headers = new Headers({ "content-type": "application/json", "x-request-id": requestId });
  if (error.code === "unauthorized") headers.set("www-authenticate", "Bearer");
  if (error.code === "method_not_allowed") headers.set("allow", "POST");
  if (retryable) headers.set("retry-after", String(error.details.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS));
  return new Response(JSON.stringify(body()), { status, headers });

  function body() {
    if (error.code === "unauthorized") return { error: "Unauthorized" };
    const description = { ...describeError(error), requestId };
    if (surface === "api") return { error: description };
    return { jsonrpc: "2.0", id: null, error: { code: rpc, message: error.message, data: description } };
  }
}
