import type { JsonValue } from "../db/row-set.ts";

/** A value that our own SQL gives as text; NULL is the empty string. */
export function textCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
