import { exactJsonNumber } from "./exact-number.ts";
import type { JsonValue } from "./row-set.ts";

/** Parsers on the other side give up at 64 levels or more, and with them the whole answer; the envelope needs some. */
const maxDepth = 32;

/** Up to 15 significant digits always survive a double; anything that may be longer is read number by number. */
const mayLoseDigits = /[\d.]{16}|\d[eE]|-0/;

/**
 * A json or jsonb value. Numbers that a double would change are strings with all their digits; of duplicate keys,
 * which only json can hold, the last wins. What is nested too deep, has a key with an escape, or is not JSON at all,
 * stays text.
 */
export function parseJsonText(text: string): JsonValue {
  if (hasEscapedKey(text)) return text;
  try {
    const value = JSON.parse(text, mayLoseDigits.test(text) ? keepDigits : undefined) as JsonValue;
    return isDeeperThan(value, maxDepth) ? text : value;
  } catch {
    return text;
  }
}

/**
 * V8's parser guesses that a key is the one it saw last in that place and compares before it undoes escapes: after
 * {"\\\\": 1} it reads {"\\"": 1} as the former.
 */
function hasEscapedKey(text: string): boolean {
  if (!text.includes("\\")) return false;
  for (const [, content = "", colon] of text.matchAll(/"((?:[^"\\]|\\[^])*)"(\s*:)?/g)) {
    if (colon !== undefined && content.includes("\\")) return true;
  }
  return false;
}

// TypeScript's library does not declare the third argument, which carries a primitive's own text.
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== undefined ? exactJsonNumber(context.source) : value;
}

function isDeeperThan(value: JsonValue, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
