import { AppError } from "../errors.ts";
import type { ResponseShape } from "../mcp/handler.ts";

function admits(header: string, type: string): boolean {
  const [group = ""] = type.split("/");
  return header.split(",").some((part) => {
    const [range = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !refused && (range === type || range === `${group}/*` || range === "*/*");
  });
}

/** JSON wherever the client admits it; a stream where it admits only that, or names it and wants progress. */
export function chooseShape(accept: string | null, wantsProgress: boolean): ResponseShape {
  if (accept === null || accept.trim() === "") return "json";
  const json = admits(accept, "application/json");
  if (json && !(wantsProgress && admits(accept.replaceAll("*/*", ""), "text/event-stream"))) return "json";
  if (admits(accept, "text/event-stream")) return "sse";
  throw new AppError("not_acceptable", "Postern answers application/json or text/event-stream.", {
    next: "Send Accept: application/json, text/event-stream.",
  });
}
