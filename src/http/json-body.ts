import { limits } from "../config.ts";
import { AppError } from "../errors.ts";
import { BodyTooLarge, readWithin } from "../read-within.ts";

/** Reads the body as JSON, never holding more than the limit. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "The body must be JSON.", {
      next: "Send Content-Type: application/json.",
    });
  }
  const text = await readText(request);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError("parse_error", "The body is not valid JSON.", { cause });
  }
}

async function readText(request: Request): Promise<string> {
  try {
    return await readWithin(request, limits.maxBodyBytes);
  } catch (thrown) {
    if (!(thrown instanceof BodyTooLarge)) throw thrown;
    throw new AppError("payload_too_large", `The body is larger than ${String(limits.maxBodyBytes)} bytes.`);
  }
}
