import { isFields } from "./envelope.ts";

/** What a resource holds: text or base64. */
export type Contents =
  | { uri: string; mimeType?: string; text: string }
  | { uri: string; mimeType?: string; blob: string };

/** The kinds of content that MCP knows. */
export type ContentBlock =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; data: string; mimeType: string }
  | { type: "resource_link"; uri: string; name: string }
  | { type: "resource"; resource: Contents };

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");

export function isContents(value: unknown): value is Contents {
  if (!isFields(value)) return false;
  const { uri, text, blob, mimeType } = value;
  return areTexts(uri, mimeType ?? "") && areTexts(text) !== areTexts(blob);
}

export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isFields(value)) return false;
  switch (value["type"]) {
    case "text":
      return areTexts(value["text"]);
    case "image":
    case "audio":
      return areTexts(value["data"], value["mimeType"]);
    case "resource_link":
      return areTexts(value["uri"], value["name"]);
    case "resource":
      return isContents(value["resource"]);
    default:
      return false;
  }
}
