import fc, { type Arbitrary } from "fast-check";
import type { JsonValue, RowSet } from "../../src/db/row-set.ts";
import { storableText } from "./arbitrary-values.ts";

/** Text as a value of json can hold it, which has no character it may not: NUL and half surrogates among them. */
export const anyText: Arbitrary<string> = fc.oneof(
  storableText,
  fc.string({
    unit: fc.constantFrom(
      "\0",
      "\u001b",
      "\u0085",
      "\u200b",
      "\u202e",
      "\u2028",
      "\ufe0f",
      "\u{e0041}",
      "\ud800",
      "\udc00",
      "|",
      "`",
      "_",
      "a",
    ),
  }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);

const cells: Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.array(anyText) },
  // The journey through JSON takes the sign off -0, which no answer holds as a number.
  { weight: 3, arbitrary: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue) },
);

/** Answers with one column or more. */
export const tables: Arbitrary<RowSet> = fc.array(anyText, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.record({
    columns: fc.constant(names.map((name) => ({ name, type: "text" }))),
    rows: fc.array(fc.array(cells, { minLength: names.length, maxLength: names.length }), { maxLength: 6 }),
    truncated: fc.boolean(),
  }),
);

/** For comparing: a half surrogate in a failure's report would break the socket on which the runner sends it. */
export function legible(value: unknown): string {
  return JSON.stringify(value);
}

/** What a format that has no types of its own shows of a value. */
export function shownText(value: JsonValue): string | null {
  if (value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Undoes the backslash escapes of TSV and Markdown cells. */
export function unescapeCell(text: string): string {
  const named: Record<string, string> = { t: "\t", n: "\n", r: "\r" };
  return text.replaceAll(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|([^]))/g,
    (_, long?: string, short?: string, other = "") => {
      const hex = long ?? short;
      return hex === undefined ? (named[other] ?? other) : String.fromCodePoint(Number.parseInt(hex, 16));
    },
  );
}
