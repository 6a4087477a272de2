import type { JsonValue } from "../db/row-set.ts";

/** A value that our own SQL gives as JSON; long ones are left as text by the driver. */
export function jsonCell(value: JsonValue | undefined): unknown {
  return typeof value === "string" ? JSON.parse(value) : (value ?? null);
}
