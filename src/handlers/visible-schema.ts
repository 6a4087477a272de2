import type { JsonValue } from "../db/row-set.ts";
import { makeVisible } from "../tools/visible-text.ts";

/** Whether the value nests deeper than the levels given; looks no deeper itself. */
export function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** The schema with everything invisible written out in what it says to a reader; what it admits stays as it is. */
export function visibleSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(visibleSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const shown = Object.entries(schema).map(([name, value]) => {
    const isText = (name === "title" || name === "description") && typeof value === "string";
    return [name, isText ? makeVisible(value) : visibleSchema(value)] as const;
  });
  return Object.fromEntries(shown);
}
