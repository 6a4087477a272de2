import { parseArrayText } from "./array-text.ts";
import { exactFloat, exactNumber } from "./exact-number.ts";
import { parseJsonText } from "./json-text.ts";
import type { JsonValue } from "./row-set.ts";

/**
 * How a column's text is read. The name decides, so a type of the database's own must not carry a built-in's name
 * (format_type qualifies it). Arrays carry their element's type; without it they stay text.
 */
export interface ValueType {
  readonly name: string;
  readonly element?: ValueType;
}

// A parsed array takes ten times the memory of its text, and an isolate serves many callers.
const MAX_PARSED = 256 * 1024;

/** Postgres' text output as JSON. Whatever JSON cannot say exactly stays the text that Postgres reads back. */
export function toJsonValue(text: string | null, type: ValueType): JsonValue {
  if (text === null) return null;
  const { name, element } = type;
  if (text.length > MAX_PARSED) return text;
  if (element !== undefined) return parseArrayText(text, (item) => toJsonValue(item, element)) ?? text;
  switch (name) {
    case "bool":
      return text === "t";
    case "int2":
    case "int4":
    case "int8":
    case "oid":
    case "numeric":
      return exactNumber(text);
    case "float4":
    case "float8":
      return exactFloat(text);
    case "json":
    case "jsonb":
      return parseJsonText(text);
    default:
      return text;
  }
}
