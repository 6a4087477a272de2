import { AppError } from "../errors.ts";
import { makeVisible } from "../tools/visible-text.ts";

type Fields = Readonly<Record<string, unknown>>;

const MAX_MESSAGE = 500;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The result in the envelope a handler returned. Its error is thrown as the protocol's, anything else as its failure. */
export function openEnvelope(text: string | null | undefined, maxBytes: number, name: string): Fields {
  if (text === null || text === undefined) throw handlerFailed(name, "it returned nothing");
  if (text.length > maxBytes) {
    throw new AppError("result_too_large", `"${name}" answered with more than ${String(maxBytes)} bytes.`, {
      next: "Ask it for less, or have the operator raise the tenant's maxBytes.",
    });
  }
  const envelope = JSON.parse(text) as unknown;
  if (!isFields(envelope)) throw handlerFailed(name, "it returned no envelope");
  const { result, error } = envelope;
  if (isFields(error)) throw handlerError(error);
  if (!isFields(result)) throw handlerFailed(name, "its envelope has neither a result nor an error");
  return result;
}

function handlerError({ code, message, data }: Fields): AppError {
  const text = typeof message === "string" ? makeVisible(message.slice(0, MAX_MESSAGE)) : "The handler failed.";
  const reason = isFields(data) && typeof data["code"] === "string" ? { reason: data["code"].slice(0, 100) } : {};
  return new AppError("handler_error", text, {
    rpcCode: typeof code === "number" && Number.isInteger(code) ? code : -32603,
    data: reason,
  });
}

export function handlerFailed(name: string, why: string): AppError {
  return new AppError("handler_failed", `The handler "${name}" does not answer as it should: ${why}.`, {
    next: "Whoever wrote it in the database must mend it.",
  });
}
