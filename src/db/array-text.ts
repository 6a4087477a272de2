import type { JsonValue } from "./row-set.ts";

/** Postgres' own limit. */
const maxDimensions = 6;

type ReadElement = (text: string) => JsonValue;

interface Scanned {
  readonly value: JsonValue;
  /** Where the text goes on after it. */
  readonly end: number;
}

/**
 * The array that array_out printed, or undefined when the text is anything else: lower bounds other than 1 are printed
 * in front and would be lost. One pass and no trust, because the server may be anybody's.
 */
export function parseArrayText(text: string, read: ReadElement): JsonValue | undefined {
  const array = scanArray(text, 0, read, 1);
  return array?.end === text.length ? array.value : undefined;
}

function scanArray(text: string, start: number, read: ReadElement, dimension: number): Scanned | undefined {
  if (text[start] !== "{" || dimension > maxDimensions) return undefined;
  if (text[start + 1] === "}") return { value: [], end: start + 2 };
  const items: JsonValue[] = [];
  let position = start;
  do {
    const next = position + 1;
    const item = text[next] === "{" ? scanArray(text, next, read, dimension + 1) : scanElement(text, next, read);
    if (item === undefined) return undefined;
    items.push(item.value);
    position = item.end;
  } while (text[position] === ",");
  return text[position] === "}" ? { value: items, end: position + 1 } : undefined;
}

function scanElement(text: string, start: number, read: ReadElement): Scanned | undefined {
  if (text[start] === '"') return scanQuoted(text, start + 1, read);
  let end = start;
  while (end < text.length && !'{},"\\'.includes(text.charAt(end))) end += 1;
  if (end === start) return undefined;
  const word = text.slice(start, end);
  return { value: word === "NULL" ? null : read(word), end };
}

function scanQuoted(text: string, start: number, read: ReadElement): Scanned | undefined {
  let content = "";
  let copiedTo = start;
  for (let position = start; position < text.length; position += 1) {
    const character = text[position];
    if (character === '"') return { value: read(content + text.slice(copiedTo, position)), end: position + 1 };
    if (character === "\\") {
      content += text.slice(copiedTo, position);
      position += 1;
      copiedTo = position;
    }
  }
  return undefined;
}
