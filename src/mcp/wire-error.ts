import { ProtocolError } from "@modelcontextprotocol/server";
import { type AppError, describeError, errorTable } from "../errors.ts";

/** The failure as a JSON-RPC error. */
export function wireError(error: AppError): ProtocolError {
  return new ProtocolError(error.details.rpcCode ?? errorTable[error.code].rpc, error.message, describeError(error));
}
