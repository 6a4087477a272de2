import { AppError } from "../errors.ts";
import { chooseShape } from "./accept.ts";
import { readJsonBody } from "./json-body.ts";

/** The one JSON-RPC message of a POST. What could not be answered is not read. */
export async function readMcpBody(request: Request): Promise<unknown> {
  chooseShape(request.headers.get("accept"), false);
  const body = await readJsonBody(request);
  if (Array.isArray(body))
    throw new AppError("bad_request", "Batches are not part of MCP any more: send one message per POST.");
  return body;
}
