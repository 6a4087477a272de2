import { exactJsonNumber } from "./exact-number.ts";
import type { JsonValue } from "./row-set.ts";

/** Parsers on the other side give up at 64 levels or more, and with them the whole answer; the envelope needs some. */
const maxDepth = 32;

/** Up to 15 significant digits always survive a double; anything that may be longer is read number by number. */
const mayLoseDigits = /[\d.]{16}|\d[eE]|-0/;

/**
 * A json or jsonb value. Numbers that a double would change are strings with all their digits; of duplicate keys,
 * which only json can hold, the last wins. What is nested too deep, or is not JSON at all, stays text.
 */
export function parseJsonText(text: string): JsonValue {
  try {
    const value = JSON.parse(text, mayLoseDigits.test(text) ? keepDigits : undefined) as JsonValue;
    return isDeeperThan(value, maxDepth) ? text : value;
  } catch {
    return text;
  }
}

// TypeScript's library does not declare the third argument, which carries a primitive's own text.
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined ? exactJsonNumber(context.source) : value;
}

function isDeeperThan(value: JsonValue, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
